import { Type } from 'typebox'
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

export const DeliveryState = enumOf(['pending', 'retrying', 'held', 'processed', 'cancelled'])
const DeliveryType = enumOf(['APPROVE', 'REFUND', 'EXPIRE'])
const FailedAttemptCount = Type.Integer({ minimum: 0 })
const FIELDS = {
  id: idOf('cmd'),
  state: DeliveryState,
  type: DeliveryType,
  gameUserId: GameUserId,
  checkoutId: idOf('chk'),
  serverId: nullable(idOf('srv')),
  products: Type.Array(
    object({
      id: idOf('prd'),
      name: Type.String(),
      price: Type.Number({ description: 'The price of one unit as a decimal, as game servers receive it.' }),
      quantity: Type.Integer(),
      commands: Type.Array(Type.String()),
    }),
  ),
  createdAt: Timestamp,
  dispatchedAt: nullable(timestamp('When it was first sent to a game server.')),
  finishedAt: nullable(Timestamp),
  failedAttemptCount: FailedAttemptCount,
  commandsRun: Type.Integer({ description: 'The number of commands that ran, if the delivery is not finished.' }),
  retryAt: nullable(timestamp('When the delivery is dispatched again.')),
  holdReason: nullable(
    enumOf(['failed', 'uncertain', 'withdrawn'], {
      description:
        '`uncertain`: it is unknown whether a command ran. `withdrawn`: it was refunded or expired before its game server reported it.',
    }),
  ),
  receipt: nullable(Type.String({ description: 'The response of the game when the delivery ran.' })),
  cancelledBy: nullable(enumOf(['refund', 'staff'])),
  lateReportAt: nullable(
    timestamp('When a client reported the delivery although it had been refunded, cancelled or reported before.'),
  ),
  resendOf: nullable(idOf('cmd')),
}

const DeliverySummary = component('DeliverySummary', FIELDS)
export const DeliveryPage = pageOf('DeliveryPage', DeliverySummary)
export const Delivery = component('Delivery', {
  ...FIELDS,
  failedAttempts: Type.Array(
    object({
      attempt: Type.Integer(),
      outcome: enumOf(['failed', 'uncertain']),
      commandsRun: Type.Integer(),
      reason: Type.String(),
      output: nullable(Type.String()),
      reportedAt: Timestamp,
    }),
  ),
})
export const ListDeliveriesQuery = object({
  ...PAGE_QUERY,
  state: Type.Optional(DeliveryState),
  type: Type.Optional(DeliveryType),
  serverId: Type.Optional(idOf('srv')),
  checkoutId: Type.Optional(idOf('chk')),
  gameUserId: Type.Optional(GameUserId),
  productId: Type.Optional(idOf('prd')),
  from: Type.Optional(timestamp('Created at or after this time.')),
  to: Type.Optional(timestamp('Created before this time.')),
})
export const ResolveDeliveryBody = object({ resolution: enumOf(['delivered', 'retry', 'continue']) })
export const DeliveryResolution = component('DeliveryResolution', {
  id: idOf('cmd'),
  state: enumOf(['processed', 'pending']),
})
export const CancelledDelivery = component('CancelledDelivery', {
  id: idOf('cmd'),
  wasDispatched: Type.Boolean({ description: 'The delivery had been sent to a game server, which may still run it.' }),
})
export const ResentDelivery = component('ResentDelivery', {
  id: idOf('cmd'),
  resendOf: Type.String({ ...idOf('cmd'), description: 'The finished delivery that this one repeats.' }),
})

export const DEAD_LETTER_REASONS = [
  'failed',
  'uncertain',
  'withdrawn',
  'reported_late',
  'reported_twice',
  'unreadable_id',
  'no_server',
  'never_fetched',
  'server_silent',
  'player_away',
  'not_reported',
] as const

const DeadLetter = component('DeadLetter', {
  id: idOf('cmd'),
  reason: enumOf(DEAD_LETTER_REASONS),
  explanation: Type.String({ description: 'Why the delivery does not arrive.' }),
  advice: Type.String({ description: 'A suggestion for the staff.' }),
  actions: Type.Array(enumOf(['resolve', 'cancel']), { description: 'The operations on deliveries that help.' }),
  since: timestamp('Since when the delivery has been a dead letter.'),
  type: DeliveryType,
  gameUserId: GameUserId,
  checkoutId: idOf('chk'),
  serverId: nullable(idOf('srv')),
  serverName: nullable(Type.String()),
  productNames: Type.Array(Type.String()),
  commands: Type.Array(Type.String(), { description: 'All commands of the delivery, with `{userId}` for the player.' }),
  failedAttemptCount: FailedAttemptCount,
  createdAt: Timestamp,
})
export const DeadLetterPage = pageOf('DeadLetterPage', DeadLetter)
