import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import { type Picture, selectPictures } from './picture.ts'

/** The place of a picture in the list. */
export type PictureKey = { microseconds: string; hash: string }

/** Newest first. */
export async function listPictures(
  tx: Tx,
  { storeId, limit, after }: { storeId: StoreId; limit: number; after?: PictureKey },
): Promise<(Picture & PictureKey)[]> {
  let query = selectPictures(tx, storeId).select(
    sql<string>`(extract(epoch from created_at) * 1000000)::bigint::text`.as('microseconds'),
  )
  if (after) {
    const time = sql`'epoch'::timestamptz + ${after.microseconds}::bigint * interval '1 microsecond'`
    query = query.where(sql<boolean>`(created_at, hash) < (${time}, ${after.hash}::text)`)
  }
  return query.orderBy('created_at', 'desc').orderBy('hash', 'desc').limit(limit).execute()
}
