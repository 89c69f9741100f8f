import { insertStoreRow, uniqueName } from '../store-context.ts'
import { allow, LIST, managers, operator, owners, type RequestContext, type Table, viewers } from './expectation.ts'

const newStore = (context: RequestContext) => {
  const name = uniqueName(context)
  return { name, url: `${name}.example`, currency: 'BRL', mode: 'test' }
}
const addHost = async (context: RequestContext) => {
  const host = `${uniqueName(context)}.walls.example`
  await insertStoreRow(context, 'store_hosts', { host, kind: 'domain' })
  return { host }
}
const removeDiscord = async ({ query, storeId }: RequestContext) => {
  await query('delete from identity_connections where store_id = $1', [storeId])
  return { provider: 'discord' }
}
const addDiscord = async (context: RequestContext) => {
  const params = await removeDiscord(context)
  const secret = { client_id: uniqueName(context), key_id: 'k1', sealed: Buffer.alloc(32) }
  await insertStoreRow(context, 'identity_connections', { ...params, ...secret })
  return params
}
const ONE_CONNECTION = { isSingle: true, sharedNames: ['provider'] } as const
const newPlan = { plan: 'ADVANCED', expiresAt: '2099-01-01T00:00:00.000Z' }

export const STORES: Table = {
  whoAmI: allow('accounts and tokens')(null, 200),
  listStores: allow('accounts')(null, 200),
  listAllStores: operator(null, 200),
  listPlans: operator(null, 200),
  createStore: allow('accounts')(null, 201, { body: newStore, audit: 'other store' }),
  getStore: viewers('store:read', 200),
  updateStore: owners('store:write', 200, { body: (context) => ({ name: uniqueName(context) }), ifMatch: '*' }),
  setStorePlan: operator('store:plan', 200, { body: newPlan, ifMatch: '*' }),
  advanceClock: owners('store:write', 200, { body: { seconds: 1 } }),
  listHosts: viewers('store:read', 200),
  chooseLabel: owners('store:write', 200, { body: (context) => ({ label: uniqueName(context) }) }),
  addDomain: owners('store:write', 201, { body: (context) => ({ domain: `${uniqueName(context)}.walls.example` }) }),
  checkDomain: owners('store:write', 200, { params: addHost }),
  removeHost: owners('store:write', 204, { params: addHost }),
  listIdentityProviders: viewers('catalog:read', 200, { itemsInEmptyStore: 1 }),
  connectIdentityProvider: owners('store:write', 204, {
    params: removeDiscord,
    body: (context) => ({ clientId: uniqueName(context), clientSecret: 'secret' }),
    ...ONE_CONNECTION,
  }),
  disconnectIdentityProvider: owners('store:write', 204, { params: addDiscord, ...ONE_CONNECTION }),
  listAuditLog: managers('audit:read', 200, LIST),
}
