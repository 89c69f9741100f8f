import { formatId } from '../../../server/src/ids.ts'
import { addCategory, addProduct, addServer } from '../fixtures/catalog.ts'
import { uniqueName } from '../store-context.ts'
import { LIST, managers, other, type RequestContext, type Table, viewers } from './expectation.ts'

const name = (context: RequestContext) => ({ name: uniqueName(context) })
const server = async (context: RequestContext) => ({ serverId: formatId('srv', (await addServer(context)).id) })
const key = async (context: RequestContext) => {
  const { id, keyId } = await addServer(context)
  return { serverId: formatId('srv', id), keyId: formatId('key', keyId) }
}
const category = async (context: RequestContext) => ({ categoryId: formatId('cat', await addCategory(context)) })
const categoryWithProduct = async (context: RequestContext) => {
  const categoryId = await addCategory(context)
  await addProduct(context, [], categoryId)
  return { categoryId: formatId('cat', categoryId) }
}
const product = async (context: RequestContext) => ({
  productId: formatId('prd', await addProduct(context, [(await addServer(context)).id])),
})
const newProduct = async (context: RequestContext) => ({
  ...name(context),
  priceMinor: 1_990,
  commands: { approve: ['addvip {userId}'], refund: ['removevip {userId}'], expire: [] },
  ...(await category(context)),
  serverIds: [(await server(context)).serverId],
})
const IDS_OF_PRODUCT = { idsInBody: { 'body/categoryId': 404, 'body/serverIds/0': 404 } }
const VERSION_1 = { ifMatch: '"1"' }

export const CATALOG: Table = {
  listServers: viewers('servers:read', 200, LIST),
  createServer: managers('servers:write', 201, { body: name }),
  getServer: viewers('servers:read', 200, { params: server }),
  updateServer: managers('servers:write', 200, { params: server, body: name, ...VERSION_1 }),
  setDefaultServer: managers('servers:write', 200, { params: server }),
  createServerKey: managers('servers:write', 201, { params: server }),
  importServerKey: managers('servers:write', 201, {
    params: server,
    body: (context) => ({ key: `imported-key-${uniqueName(context)}` }),
  }),
  revokeServerKeys: managers(
    'servers:write',
    200,
    { params: server, body: { keepNewest: false } },
    { others: [other(200, { params: server, body: { keepNewest: true } })] },
  ),
  revokeServerKey: managers('servers:write', 204, { params: key }),
  listCategories: viewers('catalog:read', 200, LIST),
  createCategory: managers('catalog:write', 201, { body: name }),
  getCategory: viewers('catalog:read', 200, { params: category }),
  updateCategory: managers('catalog:write', 200, { params: category, body: name, ...VERSION_1 }),
  deleteCategory: managers('catalog:write', 200, { params: categoryWithProduct }),
  listProducts: viewers('catalog:read', 200, LIST, {
    filters: async (context) => [{ categoryId: 'none' }, { archived: 'true' }, await category(context)],
  }),
  createProduct: managers('catalog:write', 201, { body: newProduct }, IDS_OF_PRODUCT),
  getProduct: viewers('catalog:read', 200, { params: product }),
  updateProduct: managers('catalog:write', 200, { params: product, body: newProduct, ...VERSION_1 }, IDS_OF_PRODUCT),
  archiveProduct: managers('catalog:write', 200, { params: product, ...VERSION_1 }),
  restoreProduct: managers('catalog:write', 200, { params: product, ...VERSION_1 }),
}
