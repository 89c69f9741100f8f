import type { Tx } from '../../db/database.ts'
import { approves, carries, isUndispatched, type QueuedDelivery } from '../../delivery/read/deliveries-of-checkouts.ts'
import { moveToCancelled } from '../../delivery/ledger/move-to-cancelled.ts'
import { removeLines } from '../../delivery/queue/remove-lines.ts'
import type { LineKey } from '../../entitlements/entitlement.ts'
import type { CheckoutId, DeliveryId, StoreId } from '../../ids.ts'
import { buildDelivery } from '../checkout.ts'
import { readSoldLines } from '../read/read-sold-lines.ts'

type Withdrawal = {
  storeId: StoreId
  checkoutId: CheckoutId
  lineNos: number[]
  deliveries: QueuedDelivery[]
  /** For each entitlement that had expired before this refund, all lines that contributed to it. */
  expired: LineKey[][]
}

/**
 * Removes refunded lines from deliveries that were not dispatched. A delivery without lines is cancelled. So is an EXPIRE
 * for a server that never received the purchase and never will.
 */
export async function withdrawLines(
  tx: Tx,
  { storeId, checkoutId, lineNos, deliveries, expired }: Withdrawal,
): Promise<DeliveryId[]> {
  const undispatched = deliveries.filter(isUndispatched)
  const cancelled: DeliveryId[] = []
  for (const { id, type, serverId, checkoutId: soldIn, lineNos: queued } of undispatched) {
    if (type !== 'APPROVE' || soldIn !== checkoutId) continue
    const kept = queued.filter((lineNo) => !lineNos.includes(lineNo))
    if (kept.length === 0) cancelled.push(id)
    else if (kept.length < queued.length) {
      const soldLines = await readSoldLines(tx, { storeId, checkoutIds: [checkoutId] })
      const keptLines = soldLines.filter((line) => kept.includes(line.line_no))
      await removeLines(tx, { storeId, id, ...buildDelivery(keptLines, { stage: 'approve', serverId }) })
    }
  }
  for (const lines of expired) {
    const delivered = new Set(
      deliveries
        .filter((delivery) => approves(delivery, lines) && (delivery.dispatched || willApprove(delivery, lines)))
        .map((delivery) => delivery.serverId),
    )
    const pointless = undispatched.filter(
      (delivery) => delivery.type === 'EXPIRE' && carries(delivery, lines) && !delivered.has(delivery.serverId),
    )
    cancelled.push(...pointless.map((delivery) => delivery.id))
  }
  return moveToCancelled(tx, { storeId, ids: cancelled, by: 'refund' })

  function willApprove(delivery: QueuedDelivery, lines: LineKey[]): boolean {
    const others = lines.filter((line) => line.checkoutId !== checkoutId || !lineNos.includes(line.lineNo))
    return delivery.pending && carries(delivery, others)
  }
}
