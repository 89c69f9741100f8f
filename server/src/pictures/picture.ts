import { createHash } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'

/** A stored picture. Its files are at `/pictures/{hash}-{width}.{format}` of the store. */
export type Picture = {
  hash: string
  /** Of the largest file. */
  width: number
  height: number
  /** Of its files, ascending. */
  widths: number[]
  /** Of all its files. */
  bytes: number
  createdAt: Date
}

export const PICTURE_FORMATS = ['webp', 'avif'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]
export type PictureFile = { width: number; format: PictureFormat; content: Buffer }

const HASH_LENGTH = 32
/** Increase it when files are encoded differently: the content of an address must never change. */
const ENCODING = '1'

/** The same file has the same address, so that a second upload of it does nothing. */
export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(`${ENCODING}\0`).update(bytes).digest('hex').slice(0, HASH_LENGTH)
}

export function selectPictures(tx: Tx, storeId: StoreId) {
  return tx
    .selectFrom('pictures')
    .select(['hash', 'width', 'height', 'widths', 'bytes', 'created_at as createdAt'])
    .where('store_id', '=', storeId)
}
