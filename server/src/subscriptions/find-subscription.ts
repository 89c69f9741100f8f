import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { CheckoutId, StoreId, SubscriptionId } from '../ids.ts'

/** The subscription that this checkout began. */
export async function findSubscription(
  tx: Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<SubscriptionId | undefined> {
  const { rows } = await sql<{ id: SubscriptionId }>`
    select id from subscriptions where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx)
  return rows[0]?.id
}
