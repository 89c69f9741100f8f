import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type CategoryId, newId, type StoreId } from '../ids.ts'
import { requireText } from '../text.ts'
import { lockCategory } from './lock-category.ts'
import { type Category, showCategory } from './show-category.ts'

const MAX_CATEGORIES = 500
const MAX_POSITION = 1_000_000

export type NewCategory = {
  storeId: StoreId
  name: string
  /** Categories are sorted by position, then by age. The default is 0. */
  position?: number
}

export type CategoryChanges = {
  storeId: StoreId
  categoryId: CategoryId
  /** A field that is absent does not change. */
  name?: string
  position?: number
  expectVersion?: number
}

export async function saveCategory(tx: Tx, { storeId, name, position = 0 }: NewCategory): Promise<Category> {
  const fields = fieldsOf({ name, position })
  await requireRoom(tx, storeId)
  const categoryId = newId<CategoryId>()
  await tx
    .insertInto('categories')
    .values({ store_id: storeId, id: categoryId, name, position, ...fields })
    .execute()
  return showCategory(tx, { storeId, categoryId })
}

export async function editCategory(
  tx: Tx,
  { storeId, categoryId, name, position, expectVersion }: CategoryChanges,
): Promise<Category> {
  const fields = fieldsOf({ ...(name !== undefined && { name }), ...(position !== undefined && { position }) })
  await lockCategory(tx, { storeId, categoryId, expectVersion })
  await tx
    .updateTable('categories')
    .set({ ...fields, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('store_id', '=', storeId)
    .where('id', '=', categoryId)
    .execute()
  return showCategory(tx, { storeId, categoryId })
}

function fieldsOf({ name, position }: { name?: string; position?: number }): { name?: string; position?: number } {
  if (position !== undefined && (!Number.isInteger(position) || position < 0 || position > MAX_POSITION)) {
    throw new AppError('invalid_request', `The position must be a whole number from 0 to ${MAX_POSITION}`)
  }
  return {
    ...(name !== undefined && { name: requireText('The name of the category', name, { max: 100 }) }),
    ...(position !== undefined && { position }),
  }
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
