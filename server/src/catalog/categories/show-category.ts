import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CategoryId, StoreId } from '../../ids.ts'
import type { CategoryFields } from './category-fields.ts'

export type Category = CategoryFields & {
  id: CategoryId
  version: number
  createdAt: Date
  updatedAt: Date
}

export async function showCategory(
  tx: Tx,
  { storeId, categoryId }: { storeId: StoreId; categoryId: CategoryId },
): Promise<Category> {
  const row = await selectCategories(tx, storeId).where('id', '=', categoryId).executeTakeFirst()
  if (!row) throw new AppError('not_found', 'No such category')
  return toCategory(row)
}

export function selectCategories(tx: Tx, storeId: StoreId) {
  return tx
    .selectFrom('categories')
    .select([
      'id',
      'name',
      'slug',
      'description',
      'position',
      'picture_hash as picture',
      'comparison',
      'translations',
      'version',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('store_id', '=', storeId)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectCategories>['execute']>>[number]

export function toCategory({ comparison, translations, ...row }: Row): Category {
  return {
    ...row,
    comparison: (comparison as { rows?: Category['comparison'] }).rows ?? [],
    translations: translations,
  }
}
