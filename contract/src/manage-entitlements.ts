import { Type } from 'typebox'
import { Rebuy } from './manage-catalog.ts'
import {
  component,
  enumOf,
  GameUserId,
  idOf,
  nullable,
  object,
  PAGE_QUERY,
  pageOf,
  Timestamp,
  timestamp,
} from './manage.ts'

const Entitlement = component('Entitlement', {
  id: idOf('ent'),
  productId: idOf('prd'),
  productName: Type.String(),
  gameUserId: GameUserId,
  rebuy: Rebuy,
  serverId: nullable(idOf('srv')),
  until: nullable(timestamp('When it expires. Null: never.')),
  endedAt: nullable(Timestamp),
  endedBy: nullable(enumOf(['refund', 'expiry'])),
  createdAt: Timestamp,
})
export const EntitlementPage = pageOf('EntitlementPage', Entitlement)
export const ListEntitlementsQuery = object({
  ...PAGE_QUERY,
  gameUserId: Type.Optional(GameUserId),
  productId: Type.Optional(idOf('prd')),
  state: Type.Optional(enumOf(['active', 'ended'])),
  endingBefore: Type.Optional(timestamp('Only entitlements that expire before this time.')),
})
