import { sql } from 'kysely'
import { inStore, type ReaderDb, type Tx } from '../../db/database.ts'
import type { StoreId, SubscriptionId } from '../../ids.ts'
import { recordSubscriptionEvent } from '../../subscriptions/record-subscription-event.ts'
import { lockSubscription, refreshSubscription } from '../../subscriptions/refresh-subscription.ts'
import type { ProviderName } from '../provider.ts'
import type { PaymentContext } from '../receive-callback.ts'

type Key = { storeId: StoreId; subscriptionId: SubscriptionId }

/** After this time another process can try, in case the process that claimed it has died. */
const CLAIM_SECONDS = 60
const MAX_INTERVAL_SECONDS = 3_600

/**
 * Cancels a subscription: the buyer keeps the goods until the end of what was paid. Returns false if it was cancelled already
 * or has ended. Call `stopSubscription` after the transaction; if the process dies before that, a worker does it.
 */
export async function cancelSubscription(
  tx: Tx,
  { storeId, subscriptionId, by }: Key & { by: 'buyer' | 'staff' },
): Promise<boolean> {
  const key = { storeId, subscriptionId }
  const before = await lockSubscription(tx, key)
  if (before.cancelled) return false
  await sql`
    update subscriptions s set cancelled_by = ${by},
      cancelled_at = now() + make_interval(secs => (select clock_ahead_seconds from stores where id = ${storeId}))
    where store_id = ${storeId} and id = ${subscriptionId} and cancelled_at is null`.execute(tx)
  await refreshSubscription(tx, key)
  // Without the cancellation, a charge that becomes known after the end would make it active again.
  if (before.state === 'ended') return false
  await recordSubscriptionEvent(tx, key, 'cancelled')
  return true
}

/** Tells the provider to charge no more. */
export async function stopSubscription(
  { db, connections }: PaymentContext,
  { storeId, subscriptionId }: Key,
): Promise<void> {
  const { rows } = await inStore(db, storeId, (tx) =>
    sql<{ provider: ProviderName; ref: string }>`
      update subscriptions set stop_attempts = stop_attempts + 1,
        stop_at = now() + make_interval(secs => least(${MAX_INTERVAL_SECONDS}, ${CLAIM_SECONDS} * 2 ^ least(stop_attempts, 10)))
      where store_id = ${storeId} and id = ${subscriptionId} and stop_at <= now() and not is_stopped and subscription_ref is not null
      returning provider, subscription_ref as ref`.execute(tx),
  )
  const [claimed] = rows
  if (!claimed) return
  const connection = await connections.require(storeId, claimed.provider)
  await connection.subscriptions?.stop(claimed.ref)
  await inStore(db, storeId, async (tx) => {
    await lockSubscription(tx, { storeId, subscriptionId })
    await sql`
      update subscriptions set is_stopped = true, stop_at = null
      where store_id = ${storeId} and id = ${subscriptionId}`.execute(tx)
    await refreshSubscription(tx, { storeId, subscriptionId })
  })
}

/** Stops what was cancelled or has ended, and could not be stopped before. */
export async function stopDueSubscriptions(
  context: PaymentContext,
  reader: ReaderDb,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<number> {
  const { rows } = await sql<Key>`
    select store_id as "storeId", id as "subscriptionId" from subscriptions
    where stop_at <= now() and (state <> 'ended' or query_at is null) order by stop_at limit 100`.execute(reader)
  for (const key of rows) await stopSubscription(context, key).catch(onFailure)
  return rows.length
}
