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
  /** Queued again by an operator. */
  resent: boolean
  waiting: boolean
  /** Handed out, or reported: a game server may have run it. */
  offered: boolean
}

/**
 * Everything that was ever queued for some checkouts. What waits is locked first and the ledger read after it,
 * so an element that a report moves meanwhile is seen in one of the two, and an offer waits for us or we for it.
 */
export async function deliveriesOfCheckouts(
  tx: Tx,
  { storeId, checkoutIds }: { storeId: StoreId; checkoutIds: CheckoutId[] },
): Promise<QueuedDelivery[]> {
  const columns = sql`id, checkout_id as "checkoutId", server_id as "serverId", delivery_type as type,
    line_nos as "lineNos", resend_of is not null as resent`
  const { rows: waiting } = await sql<QueuedDelivery>`
    select ${columns}, true as waiting, dispatched_at is not null as offered from pending_deliveries
    where store_id = ${storeId} and checkout_id = any(${checkoutIds}::uuid[])
    order by position
    for update`.execute(tx)
  const { rows: left } = await sql<QueuedDelivery>`
    select ${columns}, false as waiting, dispatched_at is not null or state = 'processed' as offered from delivery_ledger
    where store_id = ${storeId} and checkout_id = any(${checkoutIds}::uuid[])`.execute(tx)
  return [...waiting, ...left]
}

/** No game server knows of it. */
export function isUndispatched({ waiting, offered }: QueuedDelivery): boolean {
  return waiting && !offered
}

/** Whether an element carries any of some sold lines. */
export function carries(element: QueuedDelivery, lines: { checkoutId: CheckoutId; lineNo: number }[]): boolean {
  return lines.some((line) => line.checkoutId === element.checkoutId && element.lineNos.includes(line.lineNo))
}

/** Whether an element gives any of some sold lines. */
export function approves(element: QueuedDelivery, lines: { checkoutId: CheckoutId; lineNo: number }[]): boolean {
  return element.type === 'APPROVE' && carries(element, lines)
}
