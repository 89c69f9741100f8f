import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import { selectPictures } from '../../pictures/picture.ts'
import type { PictureView } from '../../themes/picture.ts'

export type PicturesByHash = (hash: string | null, alt?: string) => PictureView | null

/** All pictures of a store, by their hash. */
export async function readPictures(tx: Tx, storeId: StoreId): Promise<PicturesByHash> {
  const rows = await selectPictures(tx, storeId).execute()
  const found = new Map(rows.map(({ hash, width, height, widths }) => [hash, { hash, width, height, widths }]))
  return (hash, alt = '') => {
    const picture = hash === null ? undefined : found.get(hash)
    return picture ? { ...picture, alt } : null
  }
}
