import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CategoryId, StoreId } from '../../ids.ts'
import { type Category, selectCategories, toCategory } from './show-category.ts'

type Page = {
  storeId: StoreId
  limit: number
  /** The last category of the previous page. */
  after?: { position: number; id: CategoryId }
}

/** In the order of their positions. */
export async function listCategories(tx: Tx, { storeId, limit, after }: Page): Promise<Category[]> {
  let query = selectCategories(tx, storeId)
  if (after) query = query.where(sql<boolean>`(position, id) > (${after.position}::integer, ${after.id}::uuid)`)
  return (await query.orderBy('position').orderBy('id').limit(limit).execute()).map(toCategory)
}
