import { uniqueName } from '../store-context.ts'
import {
  allow,
  allowList,
  MANAGERS,
  OPERATORS,
  OWNERS,
  type RequestContext,
  type Table,
  VIEWERS,
} from './expectation.ts'

const newStore = (context: RequestContext) => ({
  name: uniqueName(context),
  url: `${uniqueName(context)}.example`,
  currency: 'BRL',
  mode: 'test',
})
const newPlan = { plan: 'ADVANCED', expiresAt: '2099-01-01T00:00:00.000Z' }

export const STORES: Table = {
  whoAmI: allow('accounts and tokens', null, 200),
  listStores: allow('accounts', null, 200),
  listAllStores: allow(OPERATORS, null, 200),
  listPlans: allow(OPERATORS, null, 200),
  createStore: allow('accounts', null, 201, { body: newStore }, { audit: 'other store' }),
  getStore: allow(VIEWERS, 'store:read', 200),
  updateStore: allow(OWNERS, 'store:write', 200, {
    body: (context) => ({ name: uniqueName(context) }),
    ifMatch: '*',
  }),
  setStorePlan: allow(OPERATORS, 'store:plan', 200, { body: newPlan, ifMatch: '*' }),
  advanceClock: allow(OWNERS, 'store:write', 200, { body: { seconds: 1 } }),
  listAuditLog: allowList(MANAGERS, 'audit:read'),
}
