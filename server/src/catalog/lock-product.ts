import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { ProductId, StoreId } from '../ids.ts'
import { requireVersion } from '../require-version.ts'

/** Locks a product for an edit, so that the second of two concurrent edits fails because of its version. */
export async function lockProduct(
  tx: Tx,
  { storeId, productId, expectVersion }: { storeId: StoreId; productId: ProductId; expectVersion?: number | undefined },
): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select version from products where store_id = ${storeId} and id = ${productId} for no key update`.execute(tx)
  requireVersion(rows[0], { what: 'product', expectVersion })
}
