import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { CategoryId, StoreId } from '../ids.ts'

export type Category = {
  id: CategoryId
  name: string
  position: number
  version: number
  createdAt: Date
  updatedAt: Date
}

export async function showCategory(
  tx: Tx,
  { storeId, categoryId }: { storeId: StoreId; categoryId: CategoryId },
): Promise<Category> {
  const category = await tx
    .selectFrom('categories')
    .select(['id', 'name', 'position', 'version', 'created_at as createdAt', 'updated_at as updatedAt'])
    .where('store_id', '=', storeId)
    .where('id', '=', categoryId)
    .executeTakeFirst()
  if (!category) throw new AppError('not_found', 'No such category')
  return category
}
