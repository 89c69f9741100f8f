import { type Db, inStore, type Tx } from '../db/database.ts'
import type { CheckoutId, StoreId } from '../ids.ts'

/** Whether a checkout was paid through a provider, which can then refund it. */
export async function hasPayment(
  db: Db | Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<boolean> {
  const row = await inStore(db, storeId, (tx) =>
    tx
      .selectFrom('payments')
      .select('provider')
      .where('store_id', '=', storeId)
      .where('checkout_id', '=', checkoutId)
      .executeTakeFirst(),
  )
  return row !== undefined
}
