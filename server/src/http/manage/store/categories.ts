import {
  Category,
  CategoryEdit,
  CategoryPage,
  NewCategoryBody,
  RemovedCategory,
} from '@quartermaster/contract/manage-catalog'
import { LIST_QUERY } from '@quartermaster/contract/manage-store'
import { listCategories } from '../../../catalog/list-categories.ts'
import { deleteCategory } from '../../../catalog/remove-category.ts'
import { editCategory, saveCategory } from '../../../catalog/save-category.ts'
import { type Category as Details, showCategory } from '../../../catalog/show-category.ts'
import { type CategoryId, formatId, parseId } from '../../../ids.ts'
import { mostOf, readCursor, toPage } from '../cursor.ts'
import { moment } from '../moment.ts'
import type { Surface } from '../surface.ts'

export function categoryRoutes({ store, publish }: Surface): void {
  publish(Category, CategoryPage, RemovedCategory)

  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/categories',
      operationId: 'listCategories',
      summary: 'Categories, in the order that you gave them',
      permission: 'catalog:read',
      query: LIST_QUERY,
      answer: 'CategoryPage',
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, readPlace)
      const rows = await listCategories(tx, { storeId, most: mostOf(query), ...(after && { after }) })
      return toPage(rows, query, {
        show: categoryToWire,
        keyOf: ({ position, id }) => `${position} ${formatId('cat', id)}`,
      })
    },
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/categories',
      operationId: 'createCategory',
      summary: 'Add a category',
      permission: 'catalog:write',
      body: NewCategoryBody,
      answer: 'Category',
      status: 201,
    },
    async ({ tx, storeId, body }) => categoryToWire(await saveCategory(tx, { storeId, ...body })),
  )
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/categories/:categoryId',
      operationId: 'getCategory',
      summary: 'A category',
      permission: 'catalog:read',
      answer: 'Category',
    },
    async ({ tx, storeId, params }) =>
      categoryToWire(await showCategory(tx, { storeId, categoryId: params.categoryId })),
  )
  store.route(
    {
      method: 'PATCH',
      url: '/stores/:storeId/categories/:categoryId',
      operationId: 'updateCategory',
      summary: 'Rename a category, or move it',
      permission: 'catalog:write',
      body: CategoryEdit,
      answer: 'Category',
      ifMatch: true,
    },
    async ({ tx, storeId, params, body, expectVersion, note }) => {
      const { categoryId } = params
      note({ details: { changed: Object.keys(body) } })
      return categoryToWire(await editCategory(tx, { storeId, categoryId, ...body, ...expectVersion }))
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: '/stores/:storeId/categories/:categoryId',
      operationId: 'deleteCategory',
      summary: 'Remove a category; its products stay, without one',
      permission: 'catalog:write',
      answer: 'RemovedCategory',
    },
    async ({ tx, storeId, params }) => deleteCategory(tx, { storeId, categoryId: params.categoryId }),
  )
}

function readPlace(key: string): { position: number; id: CategoryId } | undefined {
  const [, position, text = ''] = /^(\d{1,7}) (\w+)$/.exec(key) ?? []
  const id = parseId<CategoryId>('cat', text)
  return position === undefined || id === undefined ? undefined : { position: Number(position), id }
}

function categoryToWire({ id, name, position, createdAt, updatedAt, version }: Details) {
  return {
    id: formatId('cat', id),
    name,
    position,
    createdAt: moment(createdAt),
    updatedAt: moment(updatedAt),
    version,
  }
}
