import { sql } from 'kysely'
import { type Db, inStore, type ReaderDb } from '../db/database.ts'
import type { StoreId, SubscriptionId } from '../ids.ts'
import { refreshSubscription } from './refresh-subscription.ts'

/** Computes the state of the subscriptions whose moment has come, or of whose invoices one was refunded or disputed. */
export async function refreshDue(
  app: Db,
  reader: ReaderDb,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<number> {
  const { rows } = await sql<{ storeId: StoreId; subscriptionId: SubscriptionId }>`
    select store_id as "storeId", id as "subscriptionId" from subscriptions
    where check_at <= now() order by check_at limit 500`.execute(reader)
  for (const key of rows) await inStore(app, key.storeId, (tx) => refreshSubscription(tx, key)).catch(onFailure)
  return rows.length
}
