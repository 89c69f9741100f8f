import { Type } from 'typebox'
import { component, enumOf, idOf, MinorUnits, nullable, object, Timestamp } from './manage.ts'

const FeedDelivery = component('FeedDelivery', {
  id: idOf('cmd'),
  type: enumOf(['APPROVE', 'REFUND', 'EXPIRE']),
  lineNos: Type.Array(Type.Integer(), { description: 'The lines of the order that it delivers.' }),
  serverId: nullable(idOf('srv')),
  serverName: nullable(Type.String()),
  state: enumOf(['pending', 'retrying', 'held', 'processed', 'cancelled']),
  holdReason: nullable(enumOf(['failed', 'uncertain', 'withdrawn'])),
  requiresOnline: Type.Boolean({ description: 'It waits until the player is online. False once it is finished.' }),
  failedAttemptCount: Type.Integer(),
  createdAt: Timestamp,
  dispatchedAt: nullable(Timestamp),
  finishedAt: nullable(Timestamp),
})

const FeedOrder = component('FeedOrder', {
  id: idOf('chk'),
  state: enumOf(['paid', 'refunded', 'disputed']),
  gameUserId: Type.String({ description: "The player's id in the game." }),
  currency: Type.String(),
  paidAt: Timestamp,
  lines: Type.Array(
    object({
      lineNo: Type.Integer(),
      name: Type.String(),
      variantName: nullable(Type.String()),
      quantity: Type.Integer(),
      priceMinor: MinorUnits,
      paidMinor: MinorUnits,
      refundedAt: nullable(Timestamp),
    }),
  ),
  deliveries: Type.Array(FeedDelivery, { description: 'At most 50 that wait and 50 that are finished.' }),
})

export const Feed = component('Feed', {
  orders: Type.Array(FeedOrder, {
    description: 'As they are now, oldest first. An order replaces an earlier one with the same id.',
  }),
  cursor: Type.String({ description: 'Pass it as `after` to get what changes from now on.' }),
  isComplete: Type.Boolean({
    description:
      'False if more orders changed since `after` than the response can hold. Read them with `listCheckouts`.',
  }),
})

export const GetFeedQuery = object({
  after: Type.Optional(
    Type.String({ minLength: 1, maxLength: 4_000, description: 'The `cursor` of an earlier response.' }),
  ),
})
