import {
  addCategory,
  addPicture,
  addProduct,
  addServer,
  addStorefrontPage,
  addStorefrontText,
} from '../fixtures/catalog.ts'
import { pngFile } from '../../kit/png-file.ts'
import { uniqueName } from '../store-context.ts'
import type { RequestContext, Table } from './expectation.ts'

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
const IMPORT = { body: newImport, others: [{ body: fullImport }] }
const PAGE = { title: 'Rules', body: 'Be nice' }

export const CATALOG: Table = {
  createServer: { body: name },
  updateServer: { body: name },
  importServerKey: { body: (context) => ({ key: `imported-key-${uniqueName(context)}` }) },
  revokeServerKeys: { body: { keepNewest: false }, others: [{ body: { keepNewest: true } }] },
  createCategory: { body: newCategory },
  updateCategory: { body: newCategory },
  deleteCategory: { params: categoryWithProduct },
  createTierGroup: { body: newTierGroup },
  updateTierGroup: { body: newTierGroup },
  addPicture: { raw: (context) => ({ text: pngFile(uniqueName(context)), headers: { 'content-type': 'image/png' } }) },
  listProducts: {
    filters: async (context) => [
      { categoryId: 'none' },
      { archived: 'true' },
      { search: context.marker },
      await addCategory(context),
    ],
  },
  previewImport: { ...IMPORT, audit: 'as a read' },
  importBatch: IMPORT,
  createProduct: { body: newProduct },
  updateProduct: {
    body: async (context) => {
      const { commands: _commands, ...changes } = await newProduct(context)
      return changes
    },
    others: [{ body: newProduct }],
  },
  // Its revision and its version.
  getStorefront: { numbersInEmptyStore: [1, 1] },
  updateStorefront: {
    body: async (context) => ({ isOpen: true, logo: (await addPicture(context)).hash }),
    ifMatch: '*',
  },
  createStorefrontPreview: { body: { isOpen: true }, audit: 'as a read' },
  saveStorefrontPage: {
    params: (context) => ({ slug: uniqueName(context) }),
    body: PAGE,
    others: [{ params: addStorefrontPage }],
  },
  deleteStorefrontPage: { params: addStorefrontPage, isSingle: true },
  listStorefrontTexts: { params: { locale: 'en' } },
  setStorefrontText: { params: { locale: 'en', key: 'home.recent' }, body: { text: 'Latest heroes' } },
  removeStorefrontText: { params: addStorefrontText, isSingle: true },
}
