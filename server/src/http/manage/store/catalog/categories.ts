import { ListQuery } from '@quartermaster/contract/manage'
import {
  Category,
  CategoryPage,
  CreateCategoryBody,
  DeletedCategory,
  UpdateCategoryBody,
} from '@quartermaster/contract/catalog/categories'
import type { Static } from 'typebox'
import type { CategoryFields } from '../../../../catalog/categories/category-fields.ts'
import type { ComparisonRow } from '../../../../catalog/categories/comparison.ts'
import { listCategories } from '../../../../catalog/categories/list-categories.ts'
import { deleteCategory } from '../../../../catalog/categories/delete-category.ts'
import { editCategory, saveCategory } from '../../../../catalog/categories/save-category.ts'
import { type Category as CategoryView, showCategory } from '../../../../catalog/categories/show-category.ts'
import { type CategoryId, formatId, parseId } from '../../../../ids.ts'
import { type Locale, LOCALES } from '../../../../locales.ts'
import type { ManageApi } from '../../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../../pagination.ts'
import { toTimestamp } from '../../../json-api/timestamps.ts'
import { readProductId } from '../../wire-ids.ts'

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
    async ({ tx, storeId, body }) =>
      categoryToWire(await saveCategory(tx, { ...fieldsFromWire(body), name: body.name, storeId })),
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
      return categoryToWire(await editCategory(tx, { ...fieldsFromWire(body), ...expectVersion, storeId, categoryId }))
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

/** Contains only the fields that the request contains. */
function fieldsFromWire(body: Static<typeof UpdateCategoryBody>): Partial<CategoryFields> {
  const { comparison, translations, ...rest } = body
  return {
    ...rest,
    ...(comparison && { comparison: readComparison(comparison, 'body/comparison') }),
    ...(translations && {
      translations: mapTexts(translations, ({ comparison: translated, ...texts }, locale) => ({
        ...texts,
        ...(translated && { comparison: readComparison(translated, `body/translations/${locale}/comparison`) }),
      })),
    }),
  }
}

function categoryToWire({ id, comparison, translations, createdAt, updatedAt, ...rest }: CategoryView) {
  return {
    ...rest,
    id: formatId('cat', id),
    comparison: writeComparison(comparison),
    translations: mapTexts(translations, ({ comparison: translated, ...texts }) => ({
      ...texts,
      ...(translated && { comparison: writeComparison(translated) }),
    })),
    createdAt: toTimestamp(createdAt),
    updatedAt: toTimestamp(updatedAt),
  }
}

type WireComparison = Static<typeof Category>['comparison']

function readComparison(rows: WireComparison, field: string): ComparisonRow[] {
  return rows.map(({ label, values }, i) => ({
    label,
    values: values.map(({ productId, value }, j) => ({
      productId: readProductId(productId, `${field}/${i}/values/${j}/productId`),
      value,
    })),
  }))
}

function writeComparison(rows: ComparisonRow[]): WireComparison {
  return rows.map(({ label, values }) => ({
    label,
    values: values.map(({ productId, value }) => ({ productId: formatId('prd', productId), value })),
  }))
}

function mapTexts<From, To>(texts: Partial<Record<Locale, From>>, map: (texts: From, locale: Locale) => To) {
  const mapped: Partial<Record<Locale, To>> = {}
  for (const locale of LOCALES) {
    const found = texts[locale]
    if (found !== undefined) mapped[locale] = map(found, locale)
  }
  return mapped
}
