import { sql } from 'kysely'
import { type Db, inStore } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import type { PictureFormat } from './picture.ts'

type File = { storeId: StoreId; hash: string; width: number; format: PictureFormat }

/** Undefined if the store has no such picture. */
export async function readPictureFile(db: Db, { storeId, hash, width, format }: File): Promise<Buffer | undefined> {
  return inStore(db, storeId, async (tx) => {
    const { rows } = await sql<{ content: Buffer }>`
      select content from picture_files
      where store_id = ${storeId} and hash = ${hash} and width = ${width}::integer and format = ${format}`.execute(tx)
    return rows[0]?.content
  })
}
