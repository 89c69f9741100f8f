import {
  ManagedProduct,
  ManagedProductPage,
  NewProductBody,
  PRODUCT_QUERY,
  ProductEdit,
} from '@quartermaster/contract/manage-catalog'
import type { Static } from 'typebox'
import { archiveProduct, restoreProduct } from '../../../catalog/archive-product.ts'
import { editProduct, type ProductChanges } from '../../../catalog/edit-product.ts'
import { listProducts } from '../../../catalog/list-products.ts'
import type { ProductDetails } from '../../../catalog/product-details.ts'
import { saveProduct } from '../../../catalog/save-product.ts'
import { showProduct } from '../../../catalog/show-product.ts'
import { formatId, parseId, type ProductId } from '../../../ids.ts'
import { mostOf, readCursor, toPage } from '../cursor.ts'
import { moment, momentOrNull } from '../moment.ts'
import type { Surface } from '../surface.ts'
import { readCategoryId, readServerId } from '../wire-ids.ts'

const ONE = '/stores/:storeId/products/:productId'

export function productRoutes({ store, publish }: Surface): void {
  publish(ManagedProduct, ManagedProductPage)

  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/products',
      operationId: 'listProducts',
      summary: 'Products, oldest first',
      permission: 'catalog:read',
      query: PRODUCT_QUERY,
      answer: 'ManagedProductPage',
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, (key) => parseId<ProductId>('prd', key))
      const { categoryId: category, archived } = query
      const rows = await listProducts(tx, {
        storeId,
        most: mostOf(query),
        ...(after && { after }),
        ...(archived !== undefined && { archived }),
        ...(category !== undefined && {
          categoryId: category === 'none' ? null : readCategoryId(category, 'querystring/categoryId'),
        }),
      })
      return toPage(rows, query, { show: productToWire, keyOf: ({ id }) => formatId('prd', id) })
    },
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/products',
      operationId: 'createProduct',
      summary: 'Add a product',
      permission: 'catalog:write',
      body: NewProductBody,
      answer: 'ManagedProduct',
      status: 201,
    },
    async ({ tx, storeId, body }) => {
      const { name, priceMinor, commands, durationSeconds = null, ...rest } = body
      const saved = await saveProduct(tx, {
        serverIds: [],
        buyerChoosesServer: false,
        ...changesFromWire(rest),
        storeId,
        name,
        price: { minor: priceMinor },
        commands: { refund: [], expire: [], ...commands },
        durationSeconds,
      })
      return productToWire(saved)
    },
  )
  store.route(
    {
      method: 'GET',
      url: ONE,
      operationId: 'getProduct',
      summary: 'A product',
      permission: 'catalog:read',
      answer: 'ManagedProduct',
    },
    async ({ tx, storeId, params }) => productToWire(await showProduct(tx, { storeId, productId: params.productId })),
  )
  store.route(
    {
      method: 'PATCH',
      url: ONE,
      operationId: 'updateProduct',
      summary: 'Change a product',
      description:
        'Later sales get the change; what was sold keeps what it was sold with. What you leave out stays as it is.',
      permission: 'catalog:write',
      body: ProductEdit,
      answer: 'ManagedProduct',
      ifMatch: true,
    },
    async ({ tx, storeId, params, body, expectVersion, note }) => {
      const { productId } = params
      note({ details: { changed: Object.keys(body) } })
      return productToWire(
        await editProduct(tx, { storeId, productId, changes: changesFromWire(body), ...expectVersion }),
      )
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${ONE}/archive`,
      operationId: 'archiveProduct',
      summary: 'Sell it no more',
      description: 'What was sold of it is delivered, taken back and ends as it would have.',
      permission: 'catalog:write',
      answer: 'ManagedProduct',
      ifMatch: true,
    },
    async ({ tx, storeId, params, expectVersion }) =>
      productToWire(await archiveProduct(tx, { storeId, productId: params.productId, ...expectVersion })),
  )
  store.route(
    {
      method: 'POST',
      url: `${ONE}/restore`,
      operationId: 'restoreProduct',
      summary: 'Sell it again',
      permission: 'catalog:write',
      answer: 'ManagedProduct',
      ifMatch: true,
    },
    async ({ tx, storeId, params, expectVersion }) =>
      productToWire(await restoreProduct(tx, { storeId, productId: params.productId, ...expectVersion })),
  )
}

/** Only what was said. */
function changesFromWire({ priceMinor, categoryId, serverIds, ...rest }: Static<typeof ProductEdit>): ProductChanges {
  return {
    ...rest,
    ...(priceMinor !== undefined && { price: { minor: priceMinor } }),
    ...(categoryId !== undefined && {
      categoryId: categoryId === null ? null : readCategoryId(categoryId, 'body/categoryId'),
    }),
    ...(serverIds && { serverIds: serverIds.map((id, i) => readServerId(id, `body/serverIds/${i}`)) }),
  }
}

function productToWire(product: ProductDetails) {
  const { id, categoryId, serverIds, archivedAt, createdAt, updatedAt, price: _decimal, ...rest } = product
  return {
    id: formatId('prd', id),
    ...rest,
    categoryId: categoryId === null ? null : formatId('cat', categoryId),
    serverIds: serverIds.map((serverId) => formatId('srv', serverId)),
    archivedAt: momentOrNull(archivedAt),
    createdAt: moment(createdAt),
    updatedAt: moment(updatedAt),
  }
}
