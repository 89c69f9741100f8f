import { CALLER_NAMES } from '../callers.ts'
import { connectDiscord } from '../fixtures/storefront.ts'
import { storeArchive } from '../fixtures/archives.ts'
import { insertStoreRow, uniqueName } from '../store-context.ts'
import type { RequestContext, Table, Row } from './expectation.ts'

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
const ONE_CONNECTION = { isSingle: true } as const
/** Refused operators leave an entry in the audit log, as everywhere, so they are not among the callers that change nothing. */
const OWNERS_ONLY: Row = {
  allowed: ['owner', 'owner in a browser'],
  callers: CALLER_NAMES.filter((name) => name !== 'operator'),
}
const newPlan = { plan: 'ADVANCED', expiresAt: '2099-01-01T00:00:00.000Z' }

export const STORES: Table = {
  whoAmI: { allowed: 'accounts and tokens' },
  createStore: { body: newStore, audit: 'other store' },
  importStore: {
    raw: async (context) => ({ text: await storeArchive(context), headers: { 'content-type': 'application/zip' } }),
    audit: 'other store',
    isSlow: true,
  },
  updateStore: { body: (context) => ({ name: uniqueName(context) }), ifMatch: '*' },
  setStorePlan: { body: newPlan, ifMatch: '*' },
  advanceClock: { body: { seconds: 1 } },
  chooseLabel: { body: (context) => ({ label: uniqueName(context) }) },
  addDomain: { body: (context) => ({ domain: `${uniqueName(context)}.walls.example` }) },
  checkDomain: { params: addHost },
  removeHost: { params: addHost },
  listIdentityProviders: { itemsInEmptyStore: 1 },
  connectIdentityProvider: {
    params: removeDiscord,
    body: (context) => ({ clientId: uniqueName(context), clientSecret: 'secret' }),
    ...ONE_CONNECTION,
  },
  disconnectIdentityProvider: { params: connectDiscord, ...ONE_CONNECTION },
  exportStore: { ...OWNERS_ONLY, body: { passphrase: 'correct horse battery' } },
}
