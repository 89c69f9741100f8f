import type { Tx } from '../db/database.ts'
import { elementsOfCheckouts } from '../delivery/elements-of-checkouts.ts'
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
  const kept: { line: LineKey; left: LineKey[] }[] = []
  for (const lineNo of lineNos) {
    const { outcome, lines } = await revokeLine(tx, { storeId, checkoutId, lineNo })
    if (outcome === 'ended') ended.push(lines)
    if (outcome === 'expired') expired.push(lines)
    if (outcome === 'kept') kept.push({ line: { checkoutId, lineNo }, left: lines.filter((line) => !line.revoked) })
  }
  const checkoutIds = new Set([checkoutId, ...[...ended, ...expired].flat().map((line) => line.checkoutId)])
  const elements = await elementsOfCheckouts(tx, { storeId, checkoutIds: [...checkoutIds] })
  const cancelledIds = await withdrawLines(tx, { storeId, checkoutId, lineNos, elements, expired })
  const cancelled = elements.filter((element) => cancelledIds.includes(element.id))
  const commandIds = await enqueueCommands(tx, [
    ...(await takeBacks(tx, { storeId, gameUserId, ended, elements })),
    ...(await handOn(tx, { storeId, gameUserId, kept, cancelled })),
  ])
  return { cancelledIds, commandIds }
}
