import {
  CreateProductBody,
  ListProductsQuery,
  Product,
  ProductPage,
  UpdateProductBody,
} from '@quartermaster/contract/manage-catalog'
import type { Static } from 'typebox'
import { archiveProduct, restoreProduct } from '../../../../catalog/archive-product.ts'
import { editProduct, type ProductChanges } from '../../../../catalog/edit-product.ts'
import { listProducts } from '../../../../catalog/list-products.ts'
import type { ProductDetails } from '../../../../catalog/product-details.ts'
import { saveProduct } from '../../../../catalog/save-product.ts'
import { showProduct } from '../../../../catalog/show-product.ts'
import { formatId, parseId, type ProductId } from '../../../../ids.ts'
import type { ManageApi } from '../../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../../pagination.ts'
import { toNullableTimestamp, toTimestamp } from '../../../json-api/timestamps.ts'
import { readCategoryId, readServerId, readVariantId } from '../../wire-ids.ts'

const PRODUCTS = '/stores/:storeId/products'
const PRODUCT = `${PRODUCTS}/:productId` as const

export function productRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: PRODUCTS,
      operationId: 'listProducts',
      summary: 'List products',
      description: 'Oldest first.',
      permission: 'catalog:read',
      query: ListProductsQuery,
      response: ProductPage,
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, (key) => parseId<ProductId>('prd', key))
      const { categoryId, archived, search } = query
      const rows = await listProducts(tx, {
        storeId,
        limit: rowLimit(query),
        ...(after && { after }),
        ...(archived !== undefined && { archived }),
        ...(search !== undefined && { search }),
        ...(categoryId !== undefined && {
          categoryId: categoryId === 'none' ? null : readCategoryId(categoryId, 'querystring/categoryId'),
        }),
      })
      return toPage(rows, query, { toItem: productToWire, keyOf: ({ id }) => formatId('prd', id) })
    },
  )
  store.route(
    {
      method: 'POST',
      url: PRODUCTS,
      operationId: 'createProduct',
      summary: 'Create a product',
      description: 'Every product has commands, so this needs a recent authentication.',
      permission: 'commands:write',
      requiresRecentAuthentication: true,
      body: CreateProductBody,
      response: Product,
      status: 201,
    },
    async ({ tx, storeId, body }) => {
      const { name, priceMinor, commands, durationSeconds = null, ...rest } = body
      const product = await saveProduct(tx, {
        serverIds: [],
        buyerChoosesServer: false,
        ...changesFromWire(rest),
        storeId,
        name,
        price: { minor: priceMinor },
        commands: { refund: [], expire: [], ...commands },
        durationSeconds,
      })
      return productToWire(product)
    },
  )
  store.route(
    {
      method: 'GET',
      url: PRODUCT,
      operationId: 'getProduct',
      summary: 'Get a product',
      permission: 'catalog:read',
      response: Product,
    },
    async ({ tx, storeId, params }) => productToWire(await showProduct(tx, { storeId, productId: params.productId })),
  )
  store.route(
    {
      method: 'PATCH',
      url: PRODUCT,
      operationId: 'updateProduct',
      summary: 'Update a product',
      description:
        'Fields that you omit do not change. Checkouts keep the name, price and commands that they were sold with. Changing `commands` needs the permission `commands:write` and a recent authentication. A price of zero needs a recent authentication, too.',
      permission: 'catalog:write',
      requiresProofFor: (_product, { priceMinor, variants = [] }) =>
        priceMinor === 0 || variants.some((variant) => variant.priceMinor === 0),
      mayChangeCommands: true,
      body: UpdateProductBody,
      response: Product,
      ifMatch: true,
    },
    async ({ tx, storeId, params, body, expectVersion, note }) => {
      const { productId } = params
      const { priceMinor: to } = body
      const from = to === undefined ? undefined : (await showProduct(tx, { storeId, productId })).priceMinor
      note({ details: { changed: Object.keys(body), ...(from !== to && { priceMinor: { from, to } }) } })
      return productToWire(
        await editProduct(tx, { storeId, productId, changes: changesFromWire(body), ...expectVersion }),
      )
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${PRODUCT}/archive`,
      operationId: 'archiveProduct',
      summary: 'Archive a product',
      description:
        'An archived product is no longer sold. Units that were sold are still delivered, refunded and expired.',
      permission: 'catalog:write',
      response: Product,
      ifMatch: true,
    },
    async ({ tx, storeId, params, expectVersion }) =>
      productToWire(await archiveProduct(tx, { storeId, productId: params.productId, ...expectVersion })),
  )
  store.route(
    {
      method: 'POST',
      url: `${PRODUCT}/restore`,
      operationId: 'restoreProduct',
      summary: 'Restore an archived product',
      permission: 'catalog:write',
      response: Product,
      ifMatch: true,
    },
    async ({ tx, storeId, params, expectVersion }) =>
      productToWire(await restoreProduct(tx, { storeId, productId: params.productId, ...expectVersion })),
  )
}

/** Contains only the fields that the request contains. */
function changesFromWire(body: Static<typeof UpdateProductBody>): ProductChanges {
  const { priceMinor, categoryId, serverIds, variants, ...rest } = body
  return {
    ...rest,
    ...(priceMinor !== undefined && { price: { minor: priceMinor } }),
    ...(categoryId !== undefined && {
      categoryId: categoryId === null ? null : readCategoryId(categoryId, 'body/categoryId'),
    }),
    ...(variants && {
      variants: variants.map(({ id, priceMinor: minor, ...variant }, i) => ({
        ...variant,
        price: { minor },
        ...(id !== undefined && { id: readVariantId(id, `body/variants/${i}/id`) }),
      })),
    }),
    ...(serverIds && { serverIds: serverIds.map((id, i) => readServerId(id, `body/serverIds/${i}`)) }),
  }
}

function productToWire(product: ProductDetails) {
  const { id, categoryId, serverIds, variants, archivedAt, createdAt, updatedAt, price: _price, ...rest } = product
  return {
    ...rest,
    id: formatId('prd', id),
    categoryId: categoryId === null ? null : formatId('cat', categoryId),
    variants: variants.map((variant) => ({ ...variant, id: formatId('var', variant.id) })),
    serverIds: serverIds.map((serverId) => formatId('srv', serverId)),
    archivedAt: toNullableTimestamp(archivedAt),
    createdAt: toTimestamp(createdAt),
    updatedAt: toTimestamp(updatedAt),
  }
}
