import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import type { PictureFormat } from '../../pictures/picture.ts'
import { readPictureFile } from '../../pictures/read-picture-file.ts'

const FILE = /^([0-9a-f]{32})-(\d{1,4})\.(webp|avif)$/
const MIB = 1024 * 1024
const MAX_BYTES = 48 * MIB
/** A deleted picture is gone from all processes by then. */
const MAX_AGE_MS = 300_000

export type ReadPicture = (storeId: StoreId, file: string) => Promise<Buffer | undefined>

/** Reads files such as `3f0c…-640.webp`. Those that were asked for last stay in memory. */
export function createPictureReader(db: Db): ReadPicture {
  const files = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: (content, key) => content.length + key.length,
    ttl: MAX_AGE_MS,
  })
  return async (storeId, file) => {
    const [, hash, width, format] = FILE.exec(file) ?? []
    if (hash === undefined) return undefined
    const key = `${storeId} ${file}`
    const known = files.get(key)
    if (known) return known
    const wanted = { storeId, hash, width: Number(width), format: format as PictureFormat }
    const content = await readPictureFile(db, wanted)
    if (content) files.set(key, content)
    return content
  }
}
