import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { ProductId, StoreId } from '../ids.ts'
import { lockProduct } from './lock-product.ts'
import type { ProductDetails } from './product-details.ts'
import { showProduct } from './show-product.ts'

type ProductKey = { storeId: StoreId; productId: ProductId; expectVersion?: number }

/** Stops new sales. Existing purchases are delivered, refunded and expired as before. */
export async function archiveProduct(tx: Tx, key: ProductKey): Promise<ProductDetails> {
  return setArchived(tx, key, true)
}

export async function restoreProduct(tx: Tx, key: ProductKey): Promise<ProductDetails> {
  return setArchived(tx, key, false)
}

async function setArchived(
  tx: Tx,
  { storeId, productId, expectVersion }: ProductKey,
  archived: boolean,
): Promise<ProductDetails> {
  await lockProduct(tx, { storeId, productId, expectVersion })
  await sql`
    update products set archived_at = case when ${archived}::boolean then now() end, version = version + 1, updated_at = now()
    where store_id = ${storeId} and id = ${productId} and (archived_at is not null) <> ${archived}::boolean`.execute(tx)
  return showProduct(tx, { storeId, productId })
}
