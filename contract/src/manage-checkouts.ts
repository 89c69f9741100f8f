import { Type } from 'typebox'
import { idOf, Moment, oneOf, orNull, PAGE_QUERY, pageOf, part, thing } from './manage.ts'

export const PlayerName = Type.String({
  minLength: 1,
  maxLength: 255,
  examples: ['steam:110000112345678'],
  description: "The player's id in the game",
})
const Minor = Type.Integer({ description: 'In minor units of the currency' })
const State = oneOf('open', 'paid', 'refunded', 'disputed', 'abandoned')

export const CheckoutRow = thing('CheckoutRow', {
  id: idOf('chk'),
  state: State,
  gameUserId: PlayerName,
  reference: orNull(Type.String()),
  currency: Type.String({ examples: ['BRL'] }),
  totalMinor: Minor,
  lineCount: Type.Integer(),
  createdAt: Moment,
  paidAt: orNull(Moment),
  refundedAt: orNull(Moment),
  disputedAt: orNull(Moment),
  deliveries: part(
    { pending: Type.Integer(), processed: Type.Integer(), held: Type.Integer() },
    'How many deliveries wait for a game server, ran, and wait for a decision',
  ),
})
export const CheckoutPage = pageOf('CheckoutPage', 'CheckoutRow')
export const CHECKOUT_QUERY = part({
  ...PAGE_QUERY,
  state: Type.Optional(State),
  gameUserId: Type.Optional(PlayerName),
  reference: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  productId: Type.Optional(idOf('prd')),
  from: Type.Optional(Moment),
  to: Type.Optional(Moment),
  minTotalMinor: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  maxTotalMinor: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: "A checkout's id, or how a player's id or a reference begins",
    }),
  ),
})

export const ManualSaleBody = part({
  gameUserId: PlayerName,
  items: Type.Array(
    part({ productId: idOf('prd'), quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })) }),
    { minItems: 1, maxItems: 50 },
  ),
  serverId: Type.Optional(orNull(idOf('srv'))),
  reference: Type.Optional(
    orNull(
      Type.String({ minLength: 1, maxLength: 200, description: 'Your own name for the sale; a name is used once' }),
    ),
  ),
})
export const ManualSale = thing('ManualSale', { id: idOf('chk'), deliveryIds: Type.Array(idOf('cmd')) })

export const RefundBody = part({
  lines: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 50 }), { minItems: 1, maxItems: 50, description: 'Left out: all' }),
  ),
  moneyAlreadyReturned: Type.Optional(
    Type.Boolean({ description: 'The money went back already, outside of here: only take the goods' }),
  ),
})
export const RefundResult = thing('RefundResult', {
  id: idOf('chk'),
  lines: Type.Array(Type.Integer(), { description: 'The lines that are refunded by this; empty: they were before' }),
  cancelledDeliveryIds: Type.Array(idOf('cmd')),
  deliveryIds: Type.Array(idOf('cmd'), { description: 'What takes the goods back in the game' }),
})

export const Statistics = thing('Statistics', {
  days: Type.Array(
    part({
      day: Type.String({ examples: ['2026-11-15'] }),
      currency: Type.String(),
      sales: Type.Integer(),
      grossMinor: Minor,
      refunded: Type.Integer({ description: 'How many of these sales had lines refunded, by now' }),
      refundedMinor: Minor,
      disputed: Type.Integer(),
    }),
    { description: 'By the moment of payment; days without a sale are left out' },
  ),
  products: Type.Array(
    part({
      productId: idOf('prd'),
      name: Type.String(),
      currency: Type.String(),
      units: Type.Integer(),
      grossMinor: Minor,
    }),
    { description: 'The best 20, by money' },
  ),
  delivery: part(
    {
      delivered: Type.Integer(),
      p50Seconds: orNull(Type.Number()),
      p95Seconds: orNull(Type.Number()),
      maxSeconds: orNull(Type.Number()),
    },
    'From paid to delivered, of what was paid in this time',
  ),
  now: part({
    pending: Type.Integer(),
    retrying: Type.Integer(),
    held: Type.Integer(),
    withoutServer: Type.Integer(),
    silentServers: Type.Array(
      part({ id: idOf('srv'), name: Type.String(), lastSeenAt: orNull(Moment), pending: Type.Integer() }),
      { description: 'Not seen for ten minutes, or never' },
    ),
  }),
})
export const STATISTICS_QUERY = part({
  from: Moment,
  to: Moment,
  timeZone: Type.Optional(
    Type.String({ maxLength: 64, examples: ['America/Sao_Paulo'], description: 'Where days begin; UTC when left out' }),
  ),
})
