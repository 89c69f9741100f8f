import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import { requireBelowLimit } from '../stores/limits.ts'
import { type EncodedPicture, encodePicture } from './encode-picture.ts'
import { hashOf, type Picture, selectPictures } from './picture.ts'

type NewPicture = {
  storeId: StoreId
  /** The uploaded file. */
  bytes: Buffer
  /** Runs in the transaction that stores the picture. */
  alongside?: (tx: Tx) => Promise<void>
}

/** Encodes and stores a picture. A file that the store has already is not encoded again. */
export async function addPicture(
  db: Db,
  { storeId, bytes, alongside = async () => undefined }: NewPicture,
): Promise<Picture> {
  const hash = hashOf(bytes)
  const known = await inStore(db, storeId, async (tx) => {
    const found = await findPicture(tx, { storeId, hash })
    if (found) await alongside(tx)
    // Before the work as well as after it, so that a full store costs nothing.
    else await requireRoom(tx, storeId)
    return found
  })
  if (known) return known
  const encoded = await encodePicture(bytes)
  return inStore(db, storeId, async (tx) => {
    await requireRoom(tx, storeId)
    await storePicture(tx, { storeId, hash, encoded })
    await alongside(tx)
    return selectPictures(tx, storeId).where('hash', '=', hash).executeTakeFirstOrThrow()
  })
}

function findPicture(tx: Tx, { storeId, hash }: { storeId: StoreId; hash: string }): Promise<Picture | undefined> {
  return selectPictures(tx, storeId).where('hash', '=', hash).executeTakeFirst()
}

/** Locks the store, so of two concurrent uploads of the same file the second one finds the first. */
async function requireRoom(tx: Tx, storeId: StoreId): Promise<void> {
  await requireBelowLimit(tx, {
    storeId,
    name: 'pictures',
    count: async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from pictures where store_id = ${storeId}`.execute(tx)
      return rows[0]?.count ?? 0
    },
  })
}

async function storePicture(
  tx: Tx,
  { storeId, hash, encoded }: { storeId: StoreId; hash: string; encoded: EncodedPicture },
): Promise<void> {
  const { width, height, files } = encoded
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('pictures')
    .values({
      store_id: storeId,
      hash,
      width,
      height,
      widths: [...new Set(files.map((file) => file.width))],
      bytes: files.reduce((sum, { content }) => sum + content.length, 0),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return
  await tx
    .insertInto('picture_files')
    .values(files.map((file) => ({ store_id: storeId, hash, ...file })))
    .execute()
}
