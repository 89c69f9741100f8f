import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { ProductId, StoreId } from '../ids.ts'
import { requirePictures } from '../pictures/require-pictures.ts'
import { requireLine } from '../text.ts'
import type { ProductPicture } from './product-page.ts'

const MAX_PICTURES = 12

/** Replaces the pictures of a product. */
export async function setPictures(
  tx: Tx,
  { storeId, productId, pictures }: { storeId: StoreId; productId: ProductId; pictures: ProductPicture[] },
): Promise<void> {
  if (pictures.length > MAX_PICTURES)
    throw new AppError('invalid_request', `A product has at most ${MAX_PICTURES} pictures`)
  await requirePictures(tx, { storeId, hashes: pictures.map(({ hash }) => hash) })
  await tx.deleteFrom('product_pictures').where('store_id', '=', storeId).where('product_id', '=', productId).execute()
  if (pictures.length === 0) return
  const rows = pictures.map(({ hash, alt }, position) => ({
    store_id: storeId,
    product_id: productId,
    position,
    hash,
    alt: requireLine('The alternative text of the picture', alt, { min: 0, max: 200 }),
  }))
  await tx.insertInto('product_pictures').values(rows).execute()
}
