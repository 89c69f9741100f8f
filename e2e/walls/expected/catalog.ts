import {
  addCategory,
  addPicture,
  addProduct,
  addServer,
  addServerProduct,
  addStorefrontPage,
  addStorefrontText,
  addTierGroup,
} from '../fixtures/catalog.ts'
import { pngFile } from '../../kit/png-file.ts'
import { uniqueName } from '../store-context.ts'
import { LIST, managers, type RequestContext, type Table, viewers } from './expectation.ts'

const name = (context: RequestContext) => ({ name: uniqueName(context) })
const categoryWithProduct = async (context: RequestContext) => {
  const category = await addCategory(context)
  await addProduct(context, category)
  return category
}
const newProduct = async (context: RequestContext) => ({
  ...name(context),
  priceMinor: 1_990,
  commands: { approve: ['addvip {userId}'], refund: ['removevip {userId}'], expire: [] },
  ...(await addCategory(context)),
  serverIds: [(await addServer(context)).serverId],
  pictures: [{ ...(await addPicture(context)), alt: '' }],
})
const newCategory = async (context: RequestContext) => ({
  ...name(context),
  picture: (await addPicture(context)).hash,
  comparison: [{ label: 'Homes', values: [{ ...(await addProduct(context)), value: '6' }] }],
})
const newTierGroup = async (context: RequestContext) => ({
  ...name(context),
  credit: 'full',
  productIds: [(await addProduct(context)).productId],
})
/** Products need the permission of the operation; the other parts need their own as well. */
const newImport = async (context: RequestContext) => ({
  source: 'tebex',
  products: [
    {
      sourceId: uniqueName(context),
      ...name(context),
      priceMinor: 1_990,
      commands: { approve: ['addvip {userId}'] },
      serverIds: [(await addServer(context)).serverId],
    },
  ],
})
const fullImport = async (context: RequestContext) => {
  const { products, ...rest } = await newImport(context)
  const player = { gameUserId: uniqueName(context) }
  return {
    ...rest,
    categories: [{ sourceId: 'ranks', ...name(context) }],
    products: products.map((product) => ({ ...product, categorySourceId: 'ranks', durationSeconds: 86_400 })),
    entitlements: products.map(({ sourceId }) => ({
      productSourceId: sourceId,
      ...player,
      until: '2999-01-01T00:00:00Z',
    })),
    bans: [{ ...player, reason: 'fraud' }],
    coupons: [{ sourceId: 'summer', code: uniqueName(context), discount: { basisPoints: 1_000 } }],
    giftCards: [{ code: `4000 ${uniqueName(context)}`, balanceMinor: 500 }],
  }
}
const IMPORT = { body: newImport, idsInBody: { 'body/products/0/serverIds/0': 404 }, others: [{ body: fullImport }] }
const PAGE = { title: 'Rules', body: 'Be nice' }
const IDS_OF_CATEGORY = { 'body/picture': 404, 'body/comparison/0/values/0/productId': 404 }
const IDS_OF_PRODUCT = { 'body/categoryId': 404, 'body/serverIds/0': 404, 'body/pictures/0/hash': 404 }
const PRODUCT_1 = { params: addServerProduct, ifMatch: '"1"' }

export const CATALOG: Table = {
  listServers: viewers('servers:read', 200, LIST),
  createServer: managers('servers:write', 201, { body: name }),
  getServer: viewers('servers:read', 200, { params: addServer }),
  updateServer: managers('servers:write', 200, { params: addServer, body: name, ifMatch: '"1"' }),
  setDefaultServer: managers('servers:write', 200, { params: addServer }),
  createServerKey: managers('servers:write', 201, { params: addServer }),
  importServerKey: managers('servers:write', 201, {
    params: addServer,
    body: (context) => ({ key: `imported-key-${uniqueName(context)}` }),
  }),
  revokeServerKeys: managers('servers:write', 200, {
    params: addServer,
    body: { keepNewest: false },
    others: [{ body: { keepNewest: true } }],
  }),
  revokeServerKey: managers('servers:write', 204, { params: addServer }),
  listCategories: viewers('catalog:read', 200, LIST),
  createCategory: managers('catalog:write', 201, { body: newCategory, idsInBody: IDS_OF_CATEGORY }),
  getCategory: viewers('catalog:read', 200, { params: addCategory }),
  updateCategory: managers('catalog:write', 200, {
    params: addCategory,
    body: newCategory,
    idsInBody: IDS_OF_CATEGORY,
    ifMatch: '"1"',
  }),
  deleteCategory: managers('catalog:write', 200, { params: categoryWithProduct }),
  listTierGroups: viewers('catalog:read', 200, { itemsInEmptyStore: 0 }),
  createTierGroup: managers('catalog:write', 201, { body: newTierGroup, idsInBody: { 'body/productIds/0': 404 } }),
  updateTierGroup: managers('catalog:write', 200, {
    params: addTierGroup,
    body: newTierGroup,
    idsInBody: { 'body/productIds/0': 404 },
    ifMatch: '"1"',
  }),
  deleteTierGroup: managers('catalog:write', 204, { params: addTierGroup }),
  listPictures: viewers('catalog:read', 200, LIST),
  addPicture: managers('catalog:write', 201, {
    raw: (context) => ({ text: pngFile(uniqueName(context)), headers: { 'content-type': 'image/png' } }),
  }),
  getPicture: viewers('catalog:read', 200, { params: addPicture }),
  deletePicture: managers('catalog:write', 204, { params: addPicture }),
  listProducts: viewers('catalog:read', 200, {
    ...LIST,
    filters: async (context) => [
      { categoryId: 'none' },
      { archived: 'true' },
      { search: context.marker },
      await addCategory(context),
    ],
  }),
  previewImport: managers('commands:write', 200, { ...IMPORT, audit: 'as a read' }),
  importBatch: managers('commands:write', 200, IMPORT),
  createProduct: managers('commands:write', 201, { body: newProduct, idsInBody: IDS_OF_PRODUCT }),
  getProduct: viewers('catalog:read', 200, { params: addServerProduct }),
  updateProduct: managers('catalog:write', 200, {
    ...PRODUCT_1,
    body: async (context) => {
      const { commands: _commands, ...changes } = await newProduct(context)
      return changes
    },
    idsInBody: IDS_OF_PRODUCT,
    others: [{ body: newProduct }],
  }),
  archiveProduct: managers('catalog:write', 200, PRODUCT_1),
  // Its revision and its version.
  getStorefront: viewers('catalog:read', 200, { numbersInEmptyStore: [1, 1] }),
  updateStorefront: managers('catalog:write', 200, {
    body: async (context) => ({ isOpen: true, logo: (await addPicture(context)).hash }),
    idsInBody: { 'body/logo': 404 },
    ifMatch: '*',
  }),
  createStorefrontPreview: managers('catalog:write', 201, { body: { isOpen: true }, audit: 'as a read' }),
  listStorefrontPages: viewers('catalog:read', 200, { itemsInEmptyStore: 0 }),
  saveStorefrontPage: managers('catalog:write', 200, {
    params: (context) => ({ slug: uniqueName(context) }),
    body: PAGE,
    sharedNames: ['slug'],
    others: [{ params: addStorefrontPage }],
  }),
  deleteStorefrontPage: managers('catalog:write', 204, {
    params: addStorefrontPage,
    sharedNames: ['slug'],
    isSingle: true,
  }),
  listStorefrontTexts: viewers('catalog:read', 200, { params: { locale: 'en' }, sharedNames: ['locale'] }),
  setStorefrontText: managers('catalog:write', 200, {
    params: { locale: 'en', key: 'home.recent' },
    body: { text: 'Latest heroes' },
    sharedNames: ['locale', 'key'],
  }),
  removeStorefrontText: managers('catalog:write', 204, {
    params: addStorefrontText,
    sharedNames: ['locale', 'key'],
    isSingle: true,
  }),
  restoreProduct: managers('catalog:write', 200, PRODUCT_1),
}
