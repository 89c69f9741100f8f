import { Type } from 'typebox'
import {
  component,
  Email,
  enumOf,
  idOf,
  listOf,
  nullable,
  object,
  openObject,
  PAGE_QUERY,
  pageOf,
  Timestamp,
  timestamp,
  Version,
} from './manage.ts'
import { PERMISSIONS } from './permissions.ts'

const StoreName = Type.String({ minLength: 1, maxLength: 200, examples: ['Vale ⚔ Store'] })
const StoreUrl = Type.String({
  minLength: 1,
  maxLength: 300,
  examples: ['vale.example'],
  description: 'The host name of the store.',
})
const StoreMode = enumOf(['live', 'test'])
export const MemberRole = enumOf(['owner', 'manager', 'support', 'viewer'])
const PlanExpiry = nullable(timestamp('When the subscription expires. Null: never.'))

const RequiresSecondFactor = Type.Boolean({
  description:
    'Members without an authenticator app get 403 `second_factor_required` until they have set one up. API tokens are not affected.',
})
const TaxRates = Type.Array(
  object({
    country: Type.String({ pattern: '^[A-Z]{2}$', examples: ['DE'] }),
    rate: Type.Integer({
      minimum: 0,
      maximum: 10_000,
      examples: [1900],
      description: 'In basis points: 1900 is 19 %.',
    }),
  }),
  {
    maxItems: 250,
    description:
      'The tax that prices include, by the country of the buyer. Without rates, buyers are not asked for their country. The store is the seller and owes the tax.',
  },
)
const GraceDays = Type.Integer({
  minimum: 1,
  maximum: 30,
  description:
    'How many days a subscriber keeps the goods after a renewal failed, unless the product says otherwise. Existing subscriptions keep theirs.',
})
const STORE = {
  id: idOf('sto'),
  name: StoreName,
  url: StoreUrl,
  plan: Type.String({ examples: ['BASIC'] }),
  expiresAt: PlanExpiry,
  currency: Type.String({ examples: ['BRL'] }),
  mode: StoreMode,
  defaultServerId: nullable(idOf('srv')),
  requiresSecondFactor: RequiresSecondFactor,
  taxRates: TaxRates,
  graceDays: GraceDays,
  createdAt: Timestamp,
  version: Version,
}
export const Store = component('Store', STORE)
export const StoreDetails = component('StoreDetails', {
  ...STORE,
  gamesUrl: Type.String({
    examples: ['https://api.vale.example'],
    description: 'The address that game servers connect to.',
  }),
  permissions: Type.Array(enumOf(PERMISSIONS), { description: 'What the caller may do in this store.' }),
})
const StoreSummary = component('StoreSummary', {
  id: idOf('sto'),
  name: StoreName,
  url: StoreUrl,
  plan: Type.String(),
  expiresAt: PlanExpiry,
  currency: Type.String(),
  mode: StoreMode,
  role: nullable(MemberRole),
})
export const StorePage = pageOf('StorePage', StoreSummary)
export const CreateStoreBody = object({
  name: StoreName,
  url: StoreUrl,
  currency: Type.String({ pattern: '^[A-Z]{3}$', examples: ['BRL'] }),
  mode: Type.Optional(StoreMode),
})
export const UpdateStoreBody = object({
  name: Type.Optional(StoreName),
  url: Type.Optional(StoreUrl),
  requiresSecondFactor: Type.Optional(RequiresSecondFactor),
  taxRates: Type.Optional(TaxRates),
  graceDays: Type.Optional(GraceDays),
})
export const SetStorePlanBody = object({
  plan: Type.String({ minLength: 1, maxLength: 64, examples: ['ADVANCED'] }),
  expiresAt: PlanExpiry,
})

export const PlanList = listOf(
  'PlanList',
  object({
    plan: Type.String(),
    stores: Type.Integer({ description: 'The number of stores on this plan.' }),
    expiredStores: Type.Integer({ description: 'The number of stores whose subscription has expired.' }),
  }),
)
export const AdvanceClockBody = object({
  seconds: Type.Integer({ minimum: 1, maximum: 3_660 * 86_400, description: 'How far to advance, at most ten years.' }),
})
export const StoreClock = component('StoreClock', { now: timestamp('The current time of the test store.') })

const AuditLogEntry = component('AuditLogEntry', {
  id: idOf('aud'),
  createdAt: Timestamp,
  actor: object({
    type: enumOf(['member', 'token', 'operator', 'command_line']),
    id: nullable(Type.String()),
    name: Type.String(),
  }),
  action: Type.String({ description: 'The `operationId` of the request.' }),
  subject: nullable(Type.String({ description: 'The id of the object that was changed.' })),
  details: openObject(),
  ipAddress: nullable(Type.String()),
  requestId: nullable(Type.String()),
})
export const AuditLogPage = pageOf('AuditLogPage', AuditLogEntry)
export const ListAuditLogQuery = object({
  ...PAGE_QUERY,
  actorId: Type.Optional(Type.String({ maxLength: 40, description: 'The id of an account or of an API token.' })),
  action: Type.Optional(Type.String({ maxLength: 64 })),
  subject: Type.Optional(Type.String({ maxLength: 300 })),
  from: Type.Optional(timestamp('Recorded at or after this time.')),
  to: Type.Optional(timestamp('Recorded before this time.')),
  order: Type.Optional(enumOf(['newest', 'oldest'])),
})

export const Caller = component('Caller', {
  type: enumOf(['account', 'operator', 'token']),
  id: Type.String({ examples: ['acc_01h455vb4pex5vsknk084sn02q'] }),
  name: Type.String(),
  email: nullable(Email),
  storeId: nullable(Type.String({ ...idOf('sto'), description: 'The store of the API token. Null for accounts.' })),
  scopes: nullable(Type.Array(Type.String(), { description: 'The scopes of the API token. Null for accounts.' })),
})
