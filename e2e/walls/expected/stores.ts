import { CALLER_NAMES } from '../callers.ts'
import { connectDiscord } from '../fixtures/storefront.ts'
import { storeArchive } from '../fixtures/archives.ts'
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
const ONE_CONNECTION = { isSingle: true, sharedNames: ['provider'] } as const
/** Refused operators leave an entry in the audit log, as everywhere, so they are not among the callers that change nothing. */
const ownersOnly = allow(['owner', 'owner in a browser'], {
  callers: CALLER_NAMES.filter((name) => name !== 'operator'),
})
const newPlan = { plan: 'ADVANCED', expiresAt: '2099-01-01T00:00:00.000Z' }

export const STORES: Table = {
  whoAmI: allow('accounts and tokens')(null, 200),
  listStores: allow('accounts')(null, 200),
  listAllStores: operator(null, 200),
  listPlans: operator(null, 200),
  createStore: allow('accounts')(null, 201, { body: newStore, audit: 'other store' }),
  importStore: allow('accounts')(null, 201, {
    raw: async (context) => ({ text: await storeArchive(context), headers: { 'content-type': 'application/zip' } }),
    audit: 'other store',
    isSlow: true,
  }),
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
  disconnectIdentityProvider: owners('store:write', 204, { params: connectDiscord, ...ONE_CONNECTION }),
  exportStore: ownersOnly('store:write', 200, { body: { passphrase: 'correct horse battery' } }),
  listAuditLog: managers('audit:read', 200, LIST),
}
