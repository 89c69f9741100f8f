import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CategoryId, StoreId } from '../../ids.ts'
import { lockCategory } from './lock-category.ts'

/** Its products stay, without a category. Returns how many there were. */
export async function deleteCategory(
  tx: Tx,
  { storeId, categoryId, expectVersion }: { storeId: StoreId; categoryId: CategoryId; expectVersion?: number },
): Promise<{ products: number }> {
  await lockCategory(tx, { storeId, categoryId, expectVersion })
  // A sale locks products in the same order.
  await sql`
    select from products where store_id = ${storeId} and category_id = ${categoryId} order by id for no key update`.execute(
    tx,
  )
  const { rows } = await sql`
    update products set category_id = null, version = version + 1, updated_at = now()
    where store_id = ${storeId} and category_id = ${categoryId}
    returning id`.execute(tx)
  await sql`delete from categories where store_id = ${storeId} and id = ${categoryId}`.execute(tx)
  return { products: rows.length }
}
