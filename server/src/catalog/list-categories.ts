import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { CategoryId, StoreId } from '../ids.ts'
import type { Category } from './show-category.ts'

type Page = {
  storeId: StoreId
  limit: number
  /** The last category of the previous page. */
  after?: { position: number; id: CategoryId }
}

/** In the order of their positions. */
export async function listCategories(tx: Tx, { storeId, limit, after }: Page): Promise<Category[]> {
  let query = tx
    .selectFrom('categories')
    .select(['id', 'name', 'position', 'version', 'created_at as createdAt', 'updated_at as updatedAt'])
    .where('store_id', '=', storeId)
  if (after) query = query.where(sql<boolean>`(position, id) > (${after.position}::integer, ${after.id}::uuid)`)
  return query.orderBy('position').orderBy('id').limit(limit).execute()
}
