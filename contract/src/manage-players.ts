import { Type } from 'typebox'
import { idOf, Moment, oneOf, orNull, PAGE_QUERY, pageOf, part, thing } from './manage.ts'
import { PlayerName } from './manage-checkouts.ts'

const statistics = {
  gameUserId: PlayerName,
  firstSeenAt: orNull(Moment),
  lastPaidAt: orNull(Moment),
  paidCheckouts: Type.Integer(),
  totals: Type.Array(part({ currency: Type.String(), paidMinor: Type.Integer(), refundedMinor: Type.Integer() }), {
    description: 'By currency, in minor units',
  }),
  isPartial: Type.Boolean({ description: 'There are more checkouts than were added up' }),
  isBanned: Type.Boolean(),
}
export const PlayerRow = thing('PlayerRow', statistics)
export const PlayerPage = pageOf('PlayerPage', 'PlayerRow')
export const PLAYER_QUERY = part({
  ...PAGE_QUERY,
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'How the id begins' })),
})
export const Ban = thing('Ban', {
  gameUserId: PlayerName,
  reason: Type.String(),
  until: orNull(Moment),
  createdAt: Moment,
  createdBy: Type.String(),
  liftedAt: orNull(Moment),
  isActive: Type.Boolean(),
})
export const BanPage = pageOf('BanPage', 'Ban')
export const BAN_QUERY = part({ ...PAGE_QUERY, includeEnded: Type.Optional(Type.Boolean()) })
export const BanBody = part({
  reason: Type.String({ minLength: 1, maxLength: 500 }),
  until: Type.Optional(orNull(Moment)),
})
export const PlayerDetails = thing('PlayerDetails', {
  ...statistics,
  checkouts: Type.Array(
    part({
      id: idOf('chk'),
      state: oneOf('open', 'paid', 'refunded', 'disputed', 'abandoned'),
      reference: orNull(Type.String()),
      currency: Type.String(),
      totalMinor: Type.Integer(),
      createdAt: Moment,
      paidAt: orNull(Moment),
      refundedAt: orNull(Moment),
      disputedAt: orNull(Moment),
    }),
    { description: 'The newest 50' },
  ),
  entitlements: Type.Array(
    part({
      id: idOf('ent'),
      productId: idOf('prd'),
      productName: Type.String(),
      until: orNull(Moment),
      endedAt: orNull(Moment),
      endedBy: orNull(oneOf('refund', 'expiry')),
    }),
  ),
  deliveries: part({ pending: Type.Integer(), retrying: Type.Integer(), held: Type.Integer() }),
  ban: orNull(Type.Ref('Ban')),
})
const Section = Type.Array(Type.Object({}, { additionalProperties: true }))
export const PlayerExport = thing('PlayerExport', {
  format: Type.Literal('quartermaster.player'),
  version: Type.Literal(1),
  exportedAt: Moment,
  storeId: idOf('sto'),
  gameUserId: PlayerName,
  checkouts: Section,
  entitlements: Section,
  deliveries: Section,
  events: Section,
  bans: Section,
  auditLog: Section,
  redeliveries: Section,
})
export const EraseBody = part({
  cancelPending: Type.Optional(Type.Boolean({ description: 'Give up what still waits for the player' })),
})
export const ErasedPlayer = thing('ErasedPlayer', {
  pseudonym: Type.String({ description: 'Stands in the place of the player from now on' }),
  checkouts: Type.Integer(),
  cancelled: Type.Integer(),
})
