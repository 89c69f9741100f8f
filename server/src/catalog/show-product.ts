import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { ProductId, StoreId } from '../ids.ts'
import { type ProductDetails, selectProducts, toDetails } from './product-details.ts'

export async function showProduct(
  tx: Tx,
  { storeId, productId }: { storeId: StoreId; productId: ProductId },
): Promise<ProductDetails> {
  const row = await selectProducts(tx, storeId).where('p.id', '=', productId).executeTakeFirst()
  if (!row) throw new AppError('not_found', 'No such product')
  return toDetails(row)
}
