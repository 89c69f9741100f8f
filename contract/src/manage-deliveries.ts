import { Type } from 'typebox'
import { idOf, Moment, oneOf, orNull, PAGE_QUERY, pageOf, part, thing } from './manage.ts'
import { PlayerName } from './manage-checkouts.ts'

const DeliveryState = oneOf('pending', 'retrying', 'held', 'processed', 'cancelled')
const Kind = oneOf('APPROVE', 'REFUND', 'EXPIRE')
const fields = {
  id: idOf('cmd'),
  state: DeliveryState,
  type: Kind,
  gameUserId: PlayerName,
  checkoutId: idOf('chk'),
  serverId: orNull(idOf('srv')),
  products: Type.Array(
    part({
      id: idOf('prd'),
      name: Type.String(),
      price: Type.Number(),
      quantity: Type.Integer(),
      commands: Type.Array(Type.String()),
    }),
  ),
  createdAt: Moment,
  dispatchedAt: orNull(Moment),
  finishedAt: orNull(Moment),
  failedAttempts: Type.Integer({ minimum: 0 }),
  commandsRun: Type.Integer({ description: 'Console commands of it that ran, of one that is not finished' }),
  retryAt: orNull(Moment),
  holdReason: orNull(oneOf('failed', 'uncertain')),
  receipt: orNull(Type.String({ description: 'What the game server said when it was done' })),
  cancelledBy: orNull(oneOf('refund', 'operator')),
  lateReportAt: orNull(Moment),
  resendOf: orNull(idOf('cmd')),
}

export const Delivery = thing('Delivery', fields)
export const DeliveryPage = pageOf('DeliveryPage', 'Delivery')
export const DeliveryDetails = thing('DeliveryDetails', {
  ...fields,
  history: Type.Array(
    part({
      attempt: Type.Integer(),
      outcome: oneOf('failed', 'uncertain'),
      commandsRun: Type.Integer(),
      reason: Type.String(),
      output: orNull(Type.String()),
      reportedAt: Moment,
    }),
    { description: 'Attempts that did not end well' },
  ),
})
export const DELIVERY_QUERY = part({
  ...PAGE_QUERY,
  state: Type.Optional(DeliveryState),
  type: Type.Optional(Kind),
  serverId: Type.Optional(idOf('srv')),
  checkoutId: Type.Optional(idOf('chk')),
  gameUserId: Type.Optional(PlayerName),
  productId: Type.Optional(idOf('prd')),
  from: Type.Optional(Moment),
  to: Type.Optional(Moment),
})
export const ResolveDeliveryBody = part({
  resolution: oneOf('delivered', 'retry', 'continue'),
})
export const DeliveryResolution = thing('DeliveryResolution', { id: idOf('cmd'), state: oneOf('processed', 'pending') })
export const CancelledDelivery = thing('CancelledDelivery', {
  id: idOf('cmd'),
  wasDispatched: Type.Boolean({ description: 'A game server may have run it all the same' }),
})
export const ResentDelivery = thing('ResentDelivery', { id: idOf('cmd'), resendOf: idOf('cmd') })

const selection = {
  productIds: Type.Optional(Type.Array(idOf('prd'), { minItems: 1, maxItems: 1_000 })),
  serverIds: Type.Optional(Type.Array(idOf('srv'), { minItems: 1, maxItems: 1_000 })),
  gameUserIds: Type.Optional(Type.Array(PlayerName, { minItems: 1, maxItems: 1_000 })),
  purchasedFrom: Type.Optional(Moment),
  purchasedUntil: Type.Optional(Moment),
  wipedAt: Type.Optional(
    Type.String({
      ...Moment,
      description: 'When the server was wiped; what was delivered since is there. Left out: now',
    }),
  ),
}
export const RedeliverySelection = part(selection)
const tally = {
  deliveries: Type.Integer({ description: 'How many deliveries are enqueued' }),
  entitlements: orNull(Type.Integer()),
  players: orNull(Type.Integer()),
  skipped: part({
    waiting: Type.Integer(),
    delivered: Type.Integer(),
    cancelled: Type.Integer(),
    refunded: Type.Integer(),
    expired: Type.Integer(),
  }),
  breakdown: Type.Array(
    part({
      productId: idOf('prd'),
      serverId: idOf('srv'),
      outcome: oneOf('sent', 'waiting', 'delivered', 'cancelled', 'refunded', 'expired'),
      items: Type.Integer(),
    }),
  ),
}
export const RedeliveryCounts = thing('RedeliveryCounts', tally)
const row = {
  id: idOf('rdl'),
  state: oneOf('running', 'done', 'stopped'),
  selection: part(selection),
  createdBy: Type.String(),
  createdAt: Moment,
  finishedAt: orNull(Moment),
}
export const RedeliveryRow = thing('RedeliveryRow', row)
export const RedeliveryPage = pageOf('RedeliveryPage', 'RedeliveryRow')
export const Redelivery = thing('Redelivery', { ...row, counts: Type.Ref('RedeliveryCounts') })
export const REDELIVERY_QUERY = part({ ...PAGE_QUERY, state: Type.Optional(oneOf('running', 'done', 'stopped')) })

export const DeadLetter = thing('DeadLetter', {
  id: idOf('cmd'),
  reason: oneOf('failed', 'uncertain', 'no_server', 'never_fetched', 'server_silent', 'player_away', 'not_reported'),
  explanation: Type.String({ description: 'Why the delivery does not arrive' }),
  advice: Type.String({ description: 'What you can do about it' }),
  actions: Type.Array(oneOf('resolve', 'cancel'), { description: 'The operations on deliveries that help' }),
  since: Moment,
  type: Kind,
  gameUserId: PlayerName,
  checkoutId: idOf('chk'),
  serverId: orNull(idOf('srv')),
  serverName: orNull(Type.String()),
  products: Type.Array(Type.String({ description: 'The goods, by name' })),
  failedAttempts: Type.Integer(),
  createdAt: Moment,
})
export const DeadLetterPage = pageOf('DeadLetterPage', 'DeadLetter')

export const Entitlement = thing('Entitlement', {
  id: idOf('ent'),
  productId: idOf('prd'),
  productName: Type.String(),
  gameUserId: PlayerName,
  rebuy: oneOf('extend', 'independent'),
  serverId: orNull(idOf('srv')),
  until: orNull(Type.String({ ...Moment, description: 'Null: for ever' })),
  endedAt: orNull(Moment),
  endedBy: orNull(oneOf('refund', 'expiry')),
  createdAt: Moment,
})
export const EntitlementPage = pageOf('EntitlementPage', 'Entitlement')
export const ENTITLEMENT_QUERY = part({
  ...PAGE_QUERY,
  gameUserId: Type.Optional(PlayerName),
  productId: Type.Optional(idOf('prd')),
  state: Type.Optional(oneOf('active', 'ended')),
  endingBefore: Type.Optional(Moment),
})
