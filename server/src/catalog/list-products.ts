import { type Db, inStore, type Tx } from '../db/database.ts'
import type { CategoryId, ProductId, StoreId } from '../ids.ts'
import { type ProductDetails, selectProducts, toDetails } from './product-details.ts'

type ProductFilter = {
  storeId: StoreId
  /** Null selects products without a category. Without it, all products are returned. */
  categoryId?: CategoryId | null
  /** A part of the name or of the slug, in any case. */
  search?: string
  /** The default is false. */
  archived?: boolean
  /** Without it, all products are returned. */
  limit?: number
  /** The last product of the previous page. */
  after?: ProductId
}

/** Oldest first. */
export async function listProducts(
  db: Db | Tx,
  { storeId, categoryId, search, archived = false, limit, after }: ProductFilter,
): Promise<ProductDetails[]> {
  return inStore(db, storeId, async (tx) => {
    let query = selectProducts(tx, storeId)
      .where('p.archived_at', archived ? 'is not' : 'is', null)
      .orderBy('p.id')
    if (categoryId === null) query = query.where('p.category_id', 'is', null)
    else if (categoryId !== undefined) query = query.where('p.category_id', '=', categoryId)
    if (search !== undefined)
      query = query.where((eb) => {
        const has = (column: 'p.name' | 'p.slug') =>
          eb(eb.fn<number>('strpos', [eb.fn('lower', [column]), eb.fn('lower', [eb.val(search)])]), '>', 0)
        return eb.or([has('p.name'), has('p.slug')])
      })
    if (after !== undefined) query = query.where('p.id', '>', after)
    if (limit !== undefined) query = query.limit(limit)
    return (await query.execute()).map(toDetails)
  })
}
