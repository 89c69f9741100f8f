import type { Tx } from '../../db/database.ts'
import { deliveriesOfCheckouts, isUndispatched } from '../../delivery/read/deliveries-of-checkouts.ts'
import { enqueueDeliveries } from '../../delivery/queue/enqueue-deliveries.ts'
import type { LineKey } from '../../entitlements/entitlement.ts'
import { revokeLine } from '../../entitlements/revoke-line.ts'
import type { CheckoutId, DeliveryId, StoreId } from '../../ids.ts'
import { transferToRemainingGrant } from './transfer-to-remaining-grant.ts'
import { refundDeliveries } from './refund-deliveries.ts'
import { withdrawLines } from './withdraw-lines.ts'

type Taken = { cancelledIds: DeliveryId[]; deliveryIds: DeliveryId[] }

/**
 * Ends what lines of a checkout granted. What no game server has seen is cancelled; what may have run gets a REFUND
 * behind it, unless another purchase still grants the same; what was to be given again is given in its name. The caller holds the checkout, and gives the lines in
 * product order: the order in which entitlements are locked everywhere.
 */
export async function revokeGoods(
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
  const elements = await deliveriesOfCheckouts(tx, { storeId, checkoutIds: [...checkoutIds] })
  const cancelledIds = await withdrawLines(tx, { storeId, checkoutId, lineNos, elements, expired })
  const withdrawn = elements.filter((element) => element.checkoutId === checkoutId && isUndispatched(element))
  const deliveryIds = await enqueueDeliveries(tx, [
    ...(await refundDeliveries(tx, { storeId, gameUserId, ended, elements })),
    ...(await transferToRemainingGrant(tx, { storeId, checkoutId, gameUserId, kept, withdrawn })),
  ])
  return { cancelledIds, deliveryIds }
}
