import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type CategoryId, newId, type StoreId } from '../../ids.ts'
import { requireFreeSlug } from '../require-free-slug.ts'
import { categoryColumns, type CategoryFields } from './category-fields.ts'
import { lockCategory } from './lock-category.ts'
import { type Category, showCategory } from './show-category.ts'

const MAX_CATEGORIES = 500

export type NewCategory = Partial<CategoryFields> & { storeId: StoreId; name: string }

/** A field that is absent does not change. */
export type CategoryChanges = Partial<CategoryFields> & {
  storeId: StoreId
  categoryId: CategoryId
  expectVersion?: number
}

export async function saveCategory(tx: Tx, { storeId, name, ...rest }: NewCategory): Promise<Category> {
  await requireRoom(tx, storeId)
  const columns = await categoryColumns(tx, { storeId, name, ...rest })
  const categoryId = newId<CategoryId>()
  if (rest.slug !== undefined) await requireFreeSlug(tx, { storeId, slug: rest.slug, of: 'categories', id: undefined })
  await tx
    .insertInto('categories')
    .values({ store_id: storeId, id: categoryId, name, ...columns })
    .execute()
  return showCategory(tx, { storeId, categoryId })
}

export async function editCategory(
  tx: Tx,
  { storeId, categoryId, expectVersion, ...fields }: CategoryChanges,
): Promise<Category> {
  if (fields.slug !== undefined)
    await requireFreeSlug(tx, { storeId, slug: fields.slug, of: 'categories', id: categoryId })
  await lockCategory(tx, { storeId, categoryId, expectVersion })
  const columns = await categoryColumns(tx, { storeId, ...fields })
  await tx
    .updateTable('categories')
    .set({ ...columns, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('store_id', '=', storeId)
    .where('id', '=', categoryId)
    .execute()
  return showCategory(tx, { storeId, categoryId })
}

async function requireRoom(tx: Tx, storeId: StoreId): Promise<void> {
  // Locked, so that two concurrent calls cannot exceed the limit.
  const { rows: stores } = await sql`select from stores where id = ${storeId} for no key update`.execute(tx)
  if (stores.length === 0) throw new AppError('not_found', 'No such store')
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from categories where store_id = ${storeId}`.execute(tx)
  if ((rows[0]?.count ?? 0) >= MAX_CATEGORIES) {
    throw new AppError('conflict', `A store has at most ${MAX_CATEGORIES} categories. Delete one first.`)
  }
}
