import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { ProductId, StoreId } from '../ids.ts'
import { lockProduct } from './lock-product.ts'
import type { ProductDetails } from './product-details.ts'
import { showProduct } from './show-product.ts'

type Named = { storeId: StoreId; productId: ProductId; expectVersion?: number }

/** From now on it is not sold. What was sold of it is delivered, taken back and ends as it would have. */
export async function archiveProduct(tx: Tx, named: Named): Promise<ProductDetails> {
  return setArchived(tx, named, true)
}

/** It is sold again, as it was. */
export async function restoreProduct(tx: Tx, named: Named): Promise<ProductDetails> {
  return setArchived(tx, named, false)
}

async function setArchived(
  tx: Tx,
  { storeId, productId, expectVersion }: Named,
  archived: boolean,
): Promise<ProductDetails> {
  await lockProduct(tx, { storeId, productId, expectVersion })
  await sql`
    update products set archived_at = case when ${archived}::boolean then now() end, version = version + 1, updated_at = now()
    where store_id = ${storeId} and id = ${productId} and (archived_at is not null) <> ${archived}::boolean`.execute(tx)
  return showProduct(tx, { storeId, productId })
}
