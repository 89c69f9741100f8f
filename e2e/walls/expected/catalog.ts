import { formatId } from '../../../server/src/ids.ts'
import { word } from '../scene.ts'
import { plantCategory, plantProduct, plantServer } from '../things.ts'
import { MANAGERS, type Setting, type Table, VIEWERS } from './expectation.ts'

const aServer = async (setting: Setting) => ({ serverId: formatId('srv', (await plantServer(setting)).id) })
const aKey = async (setting: Setting) => {
  const { id, keyId } = await plantServer(setting)
  return { serverId: formatId('srv', id), keyId: formatId('key', keyId) }
}
const aCategory = async (setting: Setting) => ({ categoryId: formatId('cat', await plantCategory(setting)) })
const aProduct = async (setting: Setting) => ({
  productId: formatId('prd', await plantProduct(setting, [(await plantServer(setting)).id])),
})
const aDraft = async (setting: Setting) => ({
  name: word(setting),
  priceMinor: 1_990,
  commands: { approve: ['addvip {userId}'], refund: ['removevip {userId}'], expire: [] },
  ...(await aCategory(setting)),
  serverIds: [(await aServer(setting)).serverId],
})

export const CATALOG: Table = {
  listServers: { may: VIEWERS, scope: 'servers:read', status: 200, request: () => ({ query: { limit: '200' } }) },
  createServer: {
    may: MANAGERS,
    scope: 'servers:write',
    status: 201,
    request: (setting) => ({ body: { name: word(setting) } }),
  },
  getServer: {
    may: VIEWERS,
    scope: 'servers:read',
    status: 200,
    request: async (setting) => ({ params: await aServer(setting) }),
  },
  updateServer: {
    may: MANAGERS,
    scope: 'servers:write',
    status: 200,
    request: async (setting) => ({ params: await aServer(setting), body: { name: word(setting) }, ifMatch: '"1"' }),
  },
  setDefaultServer: {
    may: MANAGERS,
    scope: 'servers:write',
    status: 200,
    request: async (setting) => ({ params: await aServer(setting) }),
  },
  createServerKey: {
    may: MANAGERS,
    scope: 'servers:write',
    status: 201,
    request: async (setting) => ({ params: await aServer(setting) }),
  },
  importServerKey: {
    may: MANAGERS,
    scope: 'servers:write',
    status: 201,
    request: async (setting) => ({ params: await aServer(setting), body: { key: `imported-key-${word(setting)}` } }),
  },
  revokeServerKeys: {
    may: MANAGERS,
    scope: 'servers:write',
    status: 200,
    request: async (setting) => ({ params: await aServer(setting), body: { keepNewest: false } }),
    more: [
      {
        status: 200,
        request: async (setting) => ({ params: await aServer(setting), body: { keepNewest: true } }),
      },
    ],
  },
  revokeServerKey: {
    may: MANAGERS,
    scope: 'servers:write',
    status: 204,
    request: async (setting) => ({ params: await aKey(setting) }),
  },
  listCategories: { may: VIEWERS, scope: 'catalog:read', status: 200, request: () => ({ query: { limit: '200' } }) },
  createCategory: {
    may: MANAGERS,
    scope: 'catalog:write',
    status: 201,
    request: (setting) => ({ body: { name: word(setting) } }),
  },
  getCategory: {
    may: VIEWERS,
    scope: 'catalog:read',
    status: 200,
    request: async (setting) => ({ params: await aCategory(setting) }),
  },
  updateCategory: {
    may: MANAGERS,
    scope: 'catalog:write',
    status: 200,
    request: async (setting) => ({ params: await aCategory(setting), body: { name: word(setting) }, ifMatch: '"1"' }),
  },
  deleteCategory: {
    may: MANAGERS,
    scope: 'catalog:write',
    status: 200,
    request: async (setting) => {
      const categoryId = await plantCategory(setting)
      await plantProduct(setting, [], categoryId)
      return { params: { categoryId: formatId('cat', categoryId) } }
    },
  },
  listProducts: {
    may: VIEWERS,
    scope: 'catalog:read',
    status: 200,
    request: () => ({ query: { limit: '200' } }),
    also: async (setting) => [{ categoryId: 'none' }, { archived: 'true' }, await aCategory(setting)],
  },
  createProduct: {
    may: MANAGERS,
    scope: 'catalog:write',
    status: 201,
    request: async (setting) => ({ body: await aDraft(setting) }),
    named: { 'body/categoryId': 404, 'body/serverIds/0': 404 },
  },
  getProduct: {
    may: VIEWERS,
    scope: 'catalog:read',
    status: 200,
    request: async (setting) => ({ params: await aProduct(setting) }),
  },
  updateProduct: {
    may: MANAGERS,
    scope: 'catalog:write',
    status: 200,
    request: async (setting) => ({ params: await aProduct(setting), body: await aDraft(setting), ifMatch: '"1"' }),
    named: { 'body/categoryId': 404, 'body/serverIds/0': 404 },
  },
  archiveProduct: {
    may: MANAGERS,
    scope: 'catalog:write',
    status: 200,
    request: async (setting) => ({ params: await aProduct(setting), ifMatch: '"1"' }),
  },
  restoreProduct: {
    may: MANAGERS,
    scope: 'catalog:write',
    status: 200,
    request: async (setting) => ({ params: await aProduct(setting), ifMatch: '"1"' }),
  },
}
