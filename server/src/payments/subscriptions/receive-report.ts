import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { type CheckoutId, parseId, type StoreId, type SubscriptionId } from '../../ids.ts'
import type { CallbackEvent, ProviderName, SubscriptionReport } from '../provider.ts'
import { applyReport } from './apply-report.ts'

type Received = {
  storeId: StoreId
  provider: ProviderName
  /** Null if the callback is about something else and is stored with that. */
  event: Pick<CallbackEvent, 'eventId' | 'kind'> | null
  report: SubscriptionReport
}

/** Applies the report of a callback. The event is stored last: if the process dies before that, the provider sends it again. */
export async function receiveReport(
  db: Db | Tx,
  { storeId, provider, event, report }: Received,
): Promise<'applied' | 'parked' | 'repeated' | 'ignored'> {
  const found = await inStore(db, storeId, (tx) => findSubscription(tx, { storeId, provider, event, report }))
  if (!found) return 'ignored'
  if (found.isRepeated) return 'repeated'
  const { subscriptionId, checkoutId } = found
  const result = await applyReport(db, { storeId, subscriptionId, report })
  if (!event) return result
  await inStore(db, storeId, (tx) =>
    sql`
      insert into payment_callbacks (store_id, provider, event_id, kind, checkout_id)
      values (${storeId}, ${provider}, ${event.eventId}, ${event.kind}, ${checkoutId})
      on conflict (store_id, provider, event_id) do nothing`.execute(tx),
  )
  return result
}

type Found = { subscriptionId: SubscriptionId; checkoutId: CheckoutId; isRepeated: boolean }

async function findSubscription(tx: Tx, { storeId, provider, event, report }: Received): Promise<Found | undefined> {
  const claimed = report.checkoutId === null ? undefined : parseId<CheckoutId>('chk', report.checkoutId)
  const { rows } = await sql<Found>`
    select id as "subscriptionId", checkout_id as "checkoutId", exists (
      select from payment_callbacks b
      where b.store_id = ${storeId} and b.provider = ${provider} and b.event_id = ${event?.eventId ?? null}) as "isRepeated"
    from subscriptions
    where store_id = ${storeId} and provider = ${provider}
      and (subscription_ref = ${report.subscriptionRef} or checkout_id = ${claimed ?? null})
    order by subscription_ref = ${report.subscriptionRef} desc nulls last
    limit 1`.execute(tx)
  return rows[0]
}
