import { MANAGERS, OPERATORS, OWNERS, type Table, VIEWERS } from './expectation.ts'
import { word } from '../scene.ts'

export const STORES: Table = {
  whoAmI: { may: 'known', scope: null, status: 200, request: () => ({}) },
  listStores: { may: 'people', scope: null, status: 200, request: () => ({}) },
  listAllStores: { may: OPERATORS, scope: null, status: 200, request: () => ({}) },
  listPlans: { may: OPERATORS, scope: null, status: 200, request: () => ({}) },
  createStore: {
    may: 'people',
    scope: null,
    status: 201,
    request: (setting) => ({
      body: { name: word(setting), url: `${word(setting)}.example`, currency: 'BRL', mode: 'test' },
    }),
    audit: 'elsewhere',
  },
  getStore: { may: VIEWERS, scope: 'store:read', status: 200, request: () => ({}) },
  updateStore: {
    may: OWNERS,
    scope: 'store:write',
    status: 200,
    request: (setting) => ({ body: { name: word(setting) }, ifMatch: '*' }),
  },
  setStorePlan: {
    may: OPERATORS,
    scope: 'store:plan',
    status: 200,
    request: () => ({ body: { plan: 'ADVANCED', expiresAt: '2099-01-01T00:00:00.000Z' }, ifMatch: '*' }),
  },
  advanceClock: {
    may: OWNERS,
    scope: 'store:write',
    status: 200,
    request: () => ({ body: { seconds: 1 } }),
  },
  listAuditLog: {
    may: MANAGERS,
    scope: 'audit:read',
    status: 200,
    request: () => ({ query: { limit: '200' } }),
    inEmpty: 0,
  },
}
