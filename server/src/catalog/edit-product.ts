import type { Tx } from '../db/database.ts'
import type { ProductId, StoreId } from '../ids.ts'
import { lockProduct } from './lock-product.ts'
import type { ProductDetails } from './product-details.ts'
import { requireCategory } from './categories/require-category.ts'
import { type ProductInput, saveProduct } from './save-product.ts'
import { showProduct } from './show-product.ts'

export type ProductChanges = Partial<Omit<ProductInput, 'storeId' | 'id' | 'expectVersion'>>

/** Changes the given fields only. */
export async function editProduct(
  tx: Tx,
  {
    storeId,
    productId,
    changes,
    expectVersion,
  }: { storeId: StoreId; productId: ProductId; changes: ProductChanges; expectVersion?: number },
): Promise<ProductDetails> {
  if (changes.categoryId) await requireCategory(tx, { storeId, categoryId: changes.categoryId })
  await lockProduct(tx, { storeId, productId, expectVersion })
  const { name, priceMinor, commands, durationSeconds, rebuy, serverIds, buyerChoosesServer, isGiftCard } =
    await showProduct(tx, {
      storeId,
      productId,
    })
  return saveProduct(tx, {
    name,
    price: { minor: priceMinor },
    commands,
    durationSeconds,
    rebuy,
    serverIds,
    buyerChoosesServer,
    isGiftCard,
    ...changes,
    storeId,
    id: productId,
  })
}
