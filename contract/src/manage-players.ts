import { Type } from 'typebox'
import { CheckoutState } from './manage-checkouts.ts'
import {
  component,
  enumOf,
  GameUserId,
  idOf,
  MinorUnits,
  nullable,
  object,
  openObject,
  PAGE_QUERY,
  pageOf,
  Timestamp,
  timestamp,
} from './manage.ts'

const FIELDS = {
  gameUserId: GameUserId,
  firstSeenAt: nullable(timestamp("When the player's first checkout was created.")),
  lastPaidAt: nullable(Timestamp),
  paidCheckouts: Type.Integer(),
  totals: Type.Array(object({ currency: Type.String(), paidMinor: MinorUnits, refundedMinor: MinorUnits }), {
    description: 'One entry for each currency.',
  }),
  isPartial: Type.Boolean({ description: 'The player has more checkouts than these numbers include.' }),
  isBanned: Type.Boolean(),
}
const PlayerSummary = component('PlayerSummary', FIELDS)
export const PlayerPage = pageOf('PlayerPage', PlayerSummary)
export const ListPlayersQuery = object({
  ...PAGE_QUERY,
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: "The beginning of the player's id." }),
  ),
})

export const Ban = component('Ban', {
  gameUserId: GameUserId,
  reason: Type.String(),
  until: nullable(timestamp('When the ban ends. Null: only when it is lifted.')),
  createdAt: Timestamp,
  createdBy: Type.String(),
  liftedAt: nullable(Timestamp),
  isActive: Type.Boolean(),
})
export const BanPage = pageOf('BanPage', Ban)
export const ListBansQuery = object({
  ...PAGE_QUERY,
  includeEnded: Type.Optional(
    Type.Boolean({ description: 'Also list bans that were lifted or have ended. Default: false.' }),
  ),
})
export const BanPlayerBody = object({
  reason: Type.String({ minLength: 1, maxLength: 500 }),
  until: Type.Optional(nullable(timestamp('When the ban ends. Default: only when it is lifted.'))),
})

const IsNamed = Type.Boolean({
  description: 'Whether pages of the store may name the player, also for earlier purchases.',
})
export const PlayerNaming = component('PlayerNaming', { gameUserId: GameUserId, isNamed: IsNamed })
export const SetPlayerNamingBody = object({ isNamed: IsNamed })

export const Player = component('Player', {
  ...FIELDS,
  checkouts: Type.Array(
    object({
      id: idOf('chk'),
      state: CheckoutState,
      reference: nullable(Type.String()),
      currency: Type.String(),
      totalMinor: MinorUnits,
      createdAt: Timestamp,
      paidAt: nullable(Timestamp),
      refundedAt: nullable(Timestamp),
      disputedAt: nullable(Timestamp),
    }),
    { description: 'The 50 newest checkouts.' },
  ),
  entitlements: Type.Array(
    object({
      id: idOf('ent'),
      productId: idOf('prd'),
      productName: Type.String(),
      until: nullable(timestamp('When it expires. Null: never.')),
      endedAt: nullable(Timestamp),
      endedBy: nullable(enumOf(['refund', 'expiry'])),
    }),
  ),
  deliveryCounts: object(
    { pending: Type.Integer(), retrying: Type.Integer(), held: Type.Integer() },
    'The number of unfinished deliveries by state.',
  ),
  ban: nullable(Ban),
  isNamed: IsNamed,
})

const Records = Type.Array(openObject())
export const PlayerExport = component('PlayerExport', {
  format: Type.Literal('quartermaster.player'),
  version: Type.Literal(1),
  exportedAt: Timestamp,
  storeId: idOf('sto'),
  gameUserId: GameUserId,
  checkouts: Records,
  subscriptions: Records,
  gifts: Records,
  baskets: Records,
  signIns: Records,
  entitlements: Records,
  deliveries: Records,
  events: Records,
  bans: Records,
  auditLog: Records,
  redeliveries: Records,
  naming: Records,
})
export const ErasePlayerBody = object({
  cancelPending: Type.Optional(
    Type.Boolean({
      description:
        'Cancel the unfinished deliveries of the player. Without it, they prevent the erasure. Default: false.',
    }),
  ),
})
export const ErasedPlayer = component('ErasedPlayer', {
  pseudonym: Type.String({ description: "Replaces the player's id everywhere." }),
  checkouts: Type.Integer({ description: 'The number of checkouts that now have the pseudonym.' }),
  cancelledDeliveries: Type.Integer(),
})
