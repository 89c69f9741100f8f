import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { ProductId, StoreId } from '../ids.ts'
import { requireVersion } from '../require-version.ts'

/** Holds a product for an edit, so that two editors take turns and the second one sees that he is late. */
export async function lockProduct(
  tx: Tx,
  { storeId, productId, expectVersion }: { storeId: StoreId; productId: ProductId; expectVersion?: number | undefined },
): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select version from products where store_id = ${storeId} and id = ${productId} for no key update`.execute(tx)
  requireVersion(rows[0], { what: 'product', expectVersion })
}
