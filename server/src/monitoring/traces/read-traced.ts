import { sql } from 'kysely'
import type { ReaderDb } from '../../db/database.ts'
import type { CheckoutId, DeliveryId, StoreId } from '../../ids.ts'
import type { ProviderName } from '../../payments/provider.ts'

export type ReceivedCallback = { storeId: StoreId; provider: ProviderName; eventId: string }
export type TracedCallback = { place: number; checkoutId: CheckoutId; pays: boolean }

/** The checkouts that callbacks belong to. The callback that pays has the time of the payment: both are of one transaction. */
export async function readTracedCallbacks(
  reader: ReaderDb,
  received: readonly ReceivedCallback[],
): Promise<TracedCallback[]> {
  const { rows } = await sql<TracedCallback>`
    select w.place::integer as place, c.id as "checkoutId", coalesce(b.received_at = c.paid_at, false) as pays
    from unnest(${received.map(({ storeId }) => storeId)}::uuid[], ${received.map(({ provider }) => provider)}::text[],
      ${received.map(({ eventId }) => eventId)}::text[]) with ordinality as w (store_id, provider, event_id, place)
    join payment_callbacks b on b.store_id = w.store_id and b.provider = w.provider and b.event_id = w.event_id
    join checkouts c on c.store_id = b.store_id and c.id = b.checkout_id`.execute(reader)
  return rows
}

export type ReportedDelivery = { storeId: StoreId; deliveryId: DeliveryId }
export type TracedDelivery = {
  place: number
  checkoutId: CheckoutId
  type: string
  createdAt: Date
  dispatchedAt: Date | null
  /** Whether a provider was paid, so that the trace has a root. */
  hasPayment: boolean
}

/** The checkouts and times of deliveries that were reported. */
export async function readTracedDeliveries(
  reader: ReaderDb,
  reported: readonly ReportedDelivery[],
): Promise<TracedDelivery[]> {
  const { rows } = await sql<TracedDelivery>`
    select w.place::integer as place, d.checkout_id as "checkoutId", d.delivery_type as type, d.created_at as "createdAt",
      d.dispatched_at as "dispatchedAt", p.checkout_id is not null as "hasPayment"
    from unnest(${reported.map(({ storeId }) => storeId)}::uuid[], ${reported.map(({ deliveryId }) => deliveryId)}::uuid[])
      with ordinality as w (store_id, id, place)
    cross join lateral (
      select store_id, checkout_id, delivery_type, created_at, dispatched_at from delivery_ledger l
      where l.store_id = w.store_id and l.id = w.id
      union all
      select store_id, checkout_id, delivery_type, created_at, dispatched_at from pending_deliveries q
      where q.store_id = w.store_id and q.id = w.id
      limit 1) d
    left join payments p on p.store_id = d.store_id and p.checkout_id = d.checkout_id`.execute(reader)
  return rows
}
