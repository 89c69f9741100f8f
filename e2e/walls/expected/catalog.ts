import { formatId } from '../../../server/src/ids.ts'
import { addCategory, addProduct, addServer } from '../fixtures/catalog.ts'
import { uniqueName } from '../store-context.ts'
import { allow, allowList, MANAGERS, other, type RequestContext, type Table, VIEWERS } from './expectation.ts'

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
  listServers: allowList(VIEWERS, 'servers:read'),
  createServer: allow(MANAGERS, 'servers:write', 201, { body: name }),
  getServer: allow(VIEWERS, 'servers:read', 200, { params: server }),
  updateServer: allow(MANAGERS, 'servers:write', 200, { params: server, body: name, ...VERSION_1 }),
  setDefaultServer: allow(MANAGERS, 'servers:write', 200, { params: server }),
  createServerKey: allow(MANAGERS, 'servers:write', 201, { params: server }),
  importServerKey: allow(MANAGERS, 'servers:write', 201, {
    params: server,
    body: (context) => ({ key: `imported-key-${uniqueName(context)}` }),
  }),
  revokeServerKeys: allow(
    MANAGERS,
    'servers:write',
    200,
    { params: server, body: { keepNewest: false } },
    { others: [other(200, { params: server, body: { keepNewest: true } })] },
  ),
  revokeServerKey: allow(MANAGERS, 'servers:write', 204, { params: key }),
  listCategories: allowList(VIEWERS, 'catalog:read'),
  createCategory: allow(MANAGERS, 'catalog:write', 201, { body: name }),
  getCategory: allow(VIEWERS, 'catalog:read', 200, { params: category }),
  updateCategory: allow(MANAGERS, 'catalog:write', 200, { params: category, body: name, ...VERSION_1 }),
  deleteCategory: allow(MANAGERS, 'catalog:write', 200, { params: categoryWithProduct }),
  listProducts: allowList(VIEWERS, 'catalog:read', {
    filters: async (context) => [{ categoryId: 'none' }, { archived: 'true' }, await category(context)],
  }),
  createProduct: allow(MANAGERS, 'catalog:write', 201, { body: newProduct }, IDS_OF_PRODUCT),
  getProduct: allow(VIEWERS, 'catalog:read', 200, { params: product }),
  updateProduct: allow(
    MANAGERS,
    'catalog:write',
    200,
    { params: product, body: newProduct, ...VERSION_1 },
    IDS_OF_PRODUCT,
  ),
  archiveProduct: allow(MANAGERS, 'catalog:write', 200, { params: product, ...VERSION_1 }),
  restoreProduct: allow(MANAGERS, 'catalog:write', 200, { params: product, ...VERSION_1 }),
}
