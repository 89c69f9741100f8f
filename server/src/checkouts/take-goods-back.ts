import type { Tx } from '../db/database.ts'
import { elementsOfCheckouts, isUnseen } from '../delivery/elements-of-checkouts.ts'
import { enqueueCommands } from '../delivery/enqueue-commands.ts'
import type { LineKey } from '../entitlements/entitlement.ts'
import { revokeLine } from '../entitlements/revoke-line.ts'
import type { CheckoutId, CommandId, StoreId } from '../ids.ts'
import { handOn } from './hand-on.ts'
import { takeBacks } from './take-backs.ts'
import { withdrawLines } from './withdraw-lines.ts'

type Taken = { cancelledIds: CommandId[]; commandIds: CommandId[] }

/**
 * Ends what lines of a checkout granted. What no game server has seen is cancelled; what may have run gets a REFUND
 * behind it, unless another purchase still grants the same; what was to be given again is given in its name. The caller holds the checkout, and gives the lines in
 * product order: the order in which entitlements are locked everywhere.
 */
export async function takeGoodsBack(
  tx: Tx,
  {
    storeId,
    checkoutId,
    gameUserId,
    lineNos,
  }: { storeId: StoreId; checkoutId: CheckoutId; gameUserId: string; lineNos: number[] },
): Promise<Taken> {
  const ended: LineKey[][] = []
  const expired: LineKey[][] = []
  const kept: { lineNo: number; left: LineKey[] }[] = []
  for (const lineNo of lineNos) {
    const { outcome, lines } = await revokeLine(tx, { storeId, checkoutId, lineNo })
    if (outcome === 'ended') ended.push(lines)
    if (outcome === 'expired') expired.push(lines)
    // What this very refund takes back next stands for nothing either.
    const left = lines.filter(
      (line) => !line.revoked && !(line.checkoutId === checkoutId && lineNos.includes(line.lineNo)),
    )
    if (outcome === 'kept') kept.push({ lineNo, left })
  }
  const checkoutIds = new Set([checkoutId, ...[...ended, ...expired].flat().map((line) => line.checkoutId)])
  const elements = await elementsOfCheckouts(tx, { storeId, checkoutIds: [...checkoutIds] })
  const cancelledIds = await withdrawLines(tx, { storeId, checkoutId, lineNos, elements, expired })
  const withdrawn = elements.filter((element) => element.checkoutId === checkoutId && isUnseen(element))
  const commandIds = await enqueueCommands(tx, [
    ...(await takeBacks(tx, { storeId, gameUserId, ended, elements })),
    ...(await handOn(tx, { storeId, checkoutId, gameUserId, kept, withdrawn })),
  ])
  return { cancelledIds, commandIds }
}
