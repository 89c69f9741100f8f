import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { StoreId } from '../ids.ts'

/** Throws if one of them is not a picture of the store. Until the transaction ends, none of them can be deleted. */
export async function requirePictures(
  tx: Tx,
  { storeId, hashes }: { storeId: StoreId; hashes: readonly (string | null | undefined)[] },
): Promise<void> {
  const wanted = new Set(hashes.filter((hash) => typeof hash === 'string'))
  if (wanted.size === 0) return
  const { rows } = await sql`
    select hash from pictures where store_id = ${storeId} and hash = any(${[...wanted]}::text[])
    order by hash for key share`.execute(tx)
  if (rows.length !== wanted.size) throw new AppError('not_found', 'One of the pictures is not a picture of this store')
}
