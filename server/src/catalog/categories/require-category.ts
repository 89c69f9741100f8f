import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CategoryId, StoreId } from '../../ids.ts'

/** Locks a category against deletion. Throws for one of another store exactly as for one that does not exist. */
export async function requireCategory(
  tx: Tx,
  { storeId, categoryId }: { storeId: StoreId; categoryId: CategoryId },
): Promise<void> {
  const { rows } = await sql`
    select from categories where store_id = ${storeId} and id = ${categoryId} for key share`.execute(tx)
  if (rows.length === 0) throw new AppError('not_found', 'No such category in this store')
}
