import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { StoreId } from '../ids.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/** A picture that a product, a category or the storefront shows is not deleted. */
export async function deletePicture(tx: Tx, { storeId, hash }: { storeId: StoreId; hash: string }): Promise<void> {
  await sql`delete from picture_files where store_id = ${storeId} and hash = ${hash}`.execute(tx)
  try {
    const { rows } = await sql`
      delete from pictures where store_id = ${storeId} and hash = ${hash} returning hash`.execute(tx)
    if (rows.length === 0) throw new AppError('not_found', 'No such picture')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== FOREIGN_KEY_VIOLATION) throw error
    throw new AppError('conflict', `The picture is in use by ${usedBy(error.table)}. Remove it there first`)
  }
}

function usedBy(table: string | undefined): string {
  if (table === 'product_pictures') return 'a product'
  return table === 'categories' ? 'a category' : 'the storefront, as logo or banner'
}
