import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { StoreId } from '../ids.ts'
import { type Picture, selectPictures } from './picture.ts'

/** A picture with its smallest WebP file. */
export async function showPicture(
  tx: Tx,
  { storeId, hash }: { storeId: StoreId; hash: string },
): Promise<Picture & { smallest: Buffer }> {
  const picture = await selectPictures(tx, storeId).where('hash', '=', hash).executeTakeFirst()
  const { rows } = await sql<{ content: Buffer }>`
    select content from picture_files where store_id = ${storeId} and hash = ${hash} and format = 'webp'
    order by width limit 1`.execute(tx)
  if (!picture || !rows[0]) throw new AppError('not_found', 'No such picture')
  return { ...picture, smallest: rows[0].content }
}
