import { type Db, inStore, type Tx } from '../db/database.ts'
import type { CategoryId, ProductId, StoreId } from '../ids.ts'
import { type ProductDetails, selectProducts, toDetails } from './product-details.ts'

type Wanted = {
  storeId: StoreId
  /** Null: those without one. Absent: of all. */
  categoryId?: CategoryId | null
  /** Absent: those that are sold. */
  archived?: boolean
  /** Absent: all of them. */
  limit?: number
  /** The last one of the page before. */
  after?: ProductId
}

/** The products of a store, oldest first. */
export async function listProducts(
  db: Db | Tx,
  { storeId, categoryId, archived = false, limit, after }: Wanted,
): Promise<ProductDetails[]> {
  return inStore(db, storeId, async (tx) => {
    let query = selectProducts(tx, storeId)
      .where('p.archived_at', archived ? 'is not' : 'is', null)
      .orderBy('p.id')
    if (categoryId === null) query = query.where('p.category_id', 'is', null)
    else if (categoryId !== undefined) query = query.where('p.category_id', '=', categoryId)
    if (after !== undefined) query = query.where('p.id', '>', after)
    if (limit !== undefined) query = query.limit(limit)
    return (await query.execute()).map(toDetails)
  })
}
