import { ListQuery } from '@quartermaster/contract/manage'
import {
  Category,
  CategoryPage,
  CreateCategoryBody,
  DeletedCategory,
  UpdateCategoryBody,
} from '@quartermaster/contract/manage-catalog'
import { listCategories } from '../../../catalog/list-categories.ts'
import { deleteCategory } from '../../../catalog/delete-category.ts'
import { editCategory, saveCategory } from '../../../catalog/save-category.ts'
import { type Category as CategoryView, showCategory } from '../../../catalog/show-category.ts'
import { type CategoryId, formatId, parseId } from '../../../ids.ts'
import type { ManageApi } from '../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../pagination.ts'
import { toTimestamp } from '../timestamps.ts'

const CATEGORIES = '/stores/:storeId/categories'
const CATEGORY = `${CATEGORIES}/:categoryId` as const

export function categoryRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: CATEGORIES,
      operationId: 'listCategories',
      summary: 'List categories',
      description: 'Sorted by position.',
      permission: 'catalog:read',
      query: ListQuery,
      response: CategoryPage,
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, parseCursorKey)
      const rows = await listCategories(tx, { storeId, limit: rowLimit(query), ...(after && { after }) })
      return toPage(rows, query, {
        toItem: categoryToWire,
        keyOf: ({ position, id }) => `${position} ${formatId('cat', id)}`,
      })
    },
  )
  store.route(
    {
      method: 'POST',
      url: CATEGORIES,
      operationId: 'createCategory',
      summary: 'Create a category',
      permission: 'catalog:write',
      body: CreateCategoryBody,
      response: Category,
      status: 201,
    },
    async ({ tx, storeId, body }) => categoryToWire(await saveCategory(tx, { ...body, storeId })),
  )
  store.route(
    {
      method: 'GET',
      url: CATEGORY,
      operationId: 'getCategory',
      summary: 'Get a category',
      permission: 'catalog:read',
      response: Category,
    },
    async ({ tx, storeId, params }) =>
      categoryToWire(await showCategory(tx, { storeId, categoryId: params.categoryId })),
  )
  store.route(
    {
      method: 'PATCH',
      url: CATEGORY,
      operationId: 'updateCategory',
      summary: 'Update a category',
      permission: 'catalog:write',
      body: UpdateCategoryBody,
      response: Category,
      ifMatch: true,
    },
    async ({ tx, storeId, params, body, expectVersion, note }) => {
      const { categoryId } = params
      note({ details: { changed: Object.keys(body) } })
      return categoryToWire(await editCategory(tx, { ...body, ...expectVersion, storeId, categoryId }))
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: CATEGORY,
      operationId: 'deleteCategory',
      summary: 'Delete a category',
      description: 'Its products remain, without a category.',
      permission: 'catalog:write',
      response: DeletedCategory,
    },
    async ({ tx, storeId, params }) => {
      const { products } = await deleteCategory(tx, { storeId, categoryId: params.categoryId })
      return { uncategorizedProducts: products }
    },
  )
}

function parseCursorKey(key: string): { position: number; id: CategoryId } | undefined {
  const [, position, text = ''] = /^(\d{1,7}) (\w+)$/.exec(key) ?? []
  const id = parseId<CategoryId>('cat', text)
  return position === undefined || id === undefined ? undefined : { position: Number(position), id }
}

function categoryToWire({ id, name, position, createdAt, updatedAt, version }: CategoryView) {
  return {
    id: formatId('cat', id),
    name,
    position,
    createdAt: toTimestamp(createdAt),
    updatedAt: toTimestamp(updatedAt),
    version,
  }
}
