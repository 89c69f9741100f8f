import { sql } from 'kysely'
import { inStore, type ReaderDb } from '../../db/database.ts'
import type { CheckoutId, StoreId, SubscriptionId } from '../../ids.ts'
import type { ProviderName, SubscriptionRefs } from '../provider.ts'
import type { PaymentContext } from '../receive-callback.ts'
import { applyReport } from './apply-report.ts'

const BATCH_SIZE = 200
const CONCURRENCY = 8
/** A lost callback is noticed within an hour. */
const QUERY_INTERVAL_SECONDS = 45 * 60

type Key = { storeId: StoreId; subscriptionId: SubscriptionId }
type Claimed = { provider: ProviderName; checkoutId: CheckoutId; subscriptionRef: string | null }

/** Asks the providers about renewals that are due, because their callbacks can be late or lost. */
export async function reconcileDueSubscriptions(
  context: PaymentContext,
  reader: ReaderDb,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<number> {
  const { rows } = await sql<Key>`
    select store_id as "storeId", id as "subscriptionId" from subscriptions
    where query_at <= now() order by query_at limit ${BATCH_SIZE}`.execute(reader)
  const queue = rows.values()
  const worker = async () => {
    for (const key of queue) await reconcile(context, key).catch(onFailure)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return rows.length
}

async function reconcile(context: PaymentContext, key: Key): Promise<void> {
  const { storeId, subscriptionId } = key
  // Sets the next time before the provider is asked, so another process continues if this one dies.
  const { rows } = await inStore(context.db, storeId, (tx) =>
    sql<Claimed>`
      update subscriptions set query_at = now() + make_interval(secs => ${QUERY_INTERVAL_SECONDS})
      where store_id = ${storeId} and id = ${subscriptionId} and query_at <= now()
      returning provider, checkout_id as "checkoutId", subscription_ref as "subscriptionRef"`.execute(tx),
  )
  const [claimed] = rows
  if (!claimed) return
  const { provider, checkoutId, subscriptionRef } = claimed
  await querySubscription(context, {
    ...key,
    provider,
    refs: { checkoutId, ...(subscriptionRef !== null && { subscriptionRef }) },
  })
  // One that has ended is asked about until the provider answers.
  await inStore(context.db, storeId, (tx) =>
    sql`update subscriptions set query_at = null where store_id = ${storeId} and id = ${subscriptionId} and state = 'ended'`.execute(
      tx,
    ),
  )
}

/** `running` if the provider charges it, or has yet to learn whether its first payment succeeds. */
export async function querySubscription(
  { db, connections }: PaymentContext,
  { storeId, subscriptionId, provider, refs }: Key & { provider: ProviderName; refs: SubscriptionRefs },
): Promise<'running' | 'stopped' | 'unknown'> {
  const connection = await connections.find(storeId, provider)
  const report = await connection?.subscriptions?.query(refs)
  if (!report) return 'unknown'
  await applyReport(db, { storeId, subscriptionId, report })
  return report.stopped ? 'stopped' : 'running'
}
