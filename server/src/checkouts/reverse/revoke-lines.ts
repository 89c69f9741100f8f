import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { deliveriesOfCheckouts, isUndispatched } from '../../delivery/read/deliveries-of-checkouts.ts'
import { enqueueDeliveries } from '../../delivery/queue/enqueue-deliveries.ts'
import type { LineKey } from '../../entitlements/entitlement.ts'
import { revokeGrant } from '../../entitlements/revoke-grant.ts'
import type { CheckoutId, DeliveryId, StoreId } from '../../ids.ts'
import { revokeCredits } from '../buy/tiers.ts'
import { transferToRemainingGrant } from './transfer-to-remaining-grant.ts'
import { buildRefundDeliveries } from './build-refund-deliveries.ts'
import { withdrawLines } from './withdraw-lines.ts'

/**
 * Revokes the grants of some lines. Deliveries that were not dispatched are cancelled; dispatched ones are followed by
 * a REFUND, unless another purchase still grants the product. A redelivery that was cancelled this way is sent for the
 * other purchase. The caller has locked the checkout and passes the lines in the order of products, in which every
 * transaction locks entitlements.
 */
export async function revokeLines(
  tx: Tx,
  {
    storeId,
    checkoutId,
    gameUserId,
    lineNos: all,
  }: { storeId: StoreId; checkoutId: CheckoutId; gameUserId: string; lineNos: number[] },
): Promise<{ cancelledIds: DeliveryId[]; deliveryIds: DeliveryId[] }> {
  const lineNos = await findGranting(tx, { storeId, checkoutId, lineNos: all })
  await revokeCredits(tx, { storeId, checkoutId, lineNos })
  const ended: LineKey[][] = []
  const expired: LineKey[][] = []
  const kept: { lineNo: number; remaining: LineKey[] }[] = []
  for (const lineNo of lineNos) {
    const { outcome, lines } = await revokeGrant(tx, { storeId, checkoutId, lineNo })
    if (outcome === 'ended') ended.push(lines)
    if (outcome === 'expired') expired.push(lines)
    // Without the lines that this call revokes next.
    const remaining = lines.filter(
      (line) => !line.revoked && !(line.checkoutId === checkoutId && lineNos.includes(line.lineNo)),
    )
    if (outcome === 'kept') kept.push({ lineNo, remaining })
  }
  const checkoutIds = new Set([checkoutId, ...[...ended, ...expired].flat().map((line) => line.checkoutId)])
  const deliveries = await deliveriesOfCheckouts(tx, { storeId, checkoutIds: [...checkoutIds] })
  const cancelledIds = await withdrawLines(tx, { storeId, checkoutId, lineNos, deliveries, expired })
  await sql`
    select hold_withdrawn(${storeId}, ${lineNos.map(() => checkoutId)}::uuid[], ${lineNos}::smallint[])`.execute(tx)
  const withdrawn = deliveries.filter((delivery) => delivery.checkoutId === checkoutId && isUndispatched(delivery))
  const deliveryIds = await enqueueDeliveries(tx, [
    ...(await buildRefundDeliveries(tx, { storeId, gameUserId, ended, deliveries })),
    ...(await transferToRemainingGrant(tx, { storeId, checkoutId, gameUserId, kept, withdrawn })),
  ])
  return { cancelledIds, deliveryIds }
}

/** A gift card grants nothing in a game, and what was withdrawn from is revoked already. */
async function findGranting(
  tx: Tx,
  { storeId, checkoutId, lineNos }: { storeId: StoreId; checkoutId: CheckoutId; lineNos: number[] },
): Promise<number[]> {
  const { rows } = await sql<{ lineNo: number }>`
    select l.line_no as "lineNo" from checkout_lines l
    left join grants g on g.store_id = l.store_id and g.checkout_id = l.checkout_id and g.line_no = l.line_no
    where l.store_id = ${storeId} and l.checkout_id = ${checkoutId}
      and (l.is_gift_card or l.withdrawn_at is not null and g.revoked_at is not null)`.execute(tx)
  return lineNos.filter((no) => !rows.some(({ lineNo }) => lineNo === no))
}
