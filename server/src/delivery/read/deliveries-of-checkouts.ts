import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CheckoutId, DeliveryId, GameServerId, StoreId } from '../../ids.ts'
import type { DeliveryType } from '../delivery.ts'

export type QueuedDelivery = {
  id: DeliveryId
  checkoutId: CheckoutId
  serverId: GameServerId | null
  type: DeliveryType
  lineNos: number[]
  /** It is a copy that staff sent again. */
  resent: boolean
  /** It is in the queue, not in the ledger. */
  pending: boolean
  /** A game server may have run it. */
  dispatched: boolean
}

/**
 * Everything that was ever enqueued for some checkouts. The queue is locked first and the ledger read after it, so a
 * delivery that a report moves meanwhile is seen in one of the two, and a dispatch waits for this transaction or the
 * other way round.
 */
export async function deliveriesOfCheckouts(
  tx: Tx,
  { storeId, checkoutIds }: { storeId: StoreId; checkoutIds: CheckoutId[] },
): Promise<QueuedDelivery[]> {
  const columns = sql`id, checkout_id as "checkoutId", server_id as "serverId", delivery_type as type,
    line_nos as "lineNos", resend_of is not null as resent`
  const { rows: pending } = await sql<QueuedDelivery>`
    select ${columns}, true as pending, dispatched_at is not null as dispatched from pending_deliveries
    where store_id = ${storeId} and checkout_id = any(${checkoutIds}::uuid[])
    order by position
    for update`.execute(tx)
  const { rows: finished } = await sql<QueuedDelivery>`
    select ${columns}, false as pending, dispatched_at is not null or state = 'processed' as dispatched from delivery_ledger
    where store_id = ${storeId} and checkout_id = any(${checkoutIds}::uuid[])`.execute(tx)
  return [...pending, ...finished]
}

/** No game server has received it. */
export function isUndispatched({ pending, dispatched }: QueuedDelivery): boolean {
  return pending && !dispatched
}

/** Whether a delivery contains any of these lines. */
export function carries(delivery: QueuedDelivery, lines: { checkoutId: CheckoutId; lineNo: number }[]): boolean {
  return lines.some((line) => line.checkoutId === delivery.checkoutId && delivery.lineNos.includes(line.lineNo))
}

/** Whether a delivery grants any of these lines. */
export function approves(delivery: QueuedDelivery, lines: { checkoutId: CheckoutId; lineNo: number }[]): boolean {
  return delivery.type === 'APPROVE' && carries(delivery, lines)
}
