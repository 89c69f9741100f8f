import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { CategoryId, StoreId } from '../ids.ts'

/** Refuses a category that is not one of this store's, just like one that does not exist; holds one that is. */
export async function requireCategory(
  tx: Tx,
  { storeId, categoryId }: { storeId: StoreId; categoryId: CategoryId },
): Promise<void> {
  const { rows } = await sql`
    select from categories where store_id = ${storeId} and id = ${categoryId} for key share`.execute(tx)
  if (rows.length === 0) throw new AppError('not_found', 'No such category in this store')
}
