import { Type } from 'typebox'
import { idOf, Moment, oneOf, orNull, part, thing } from './manage.ts'
import { PlayerName } from './manage-checkouts.ts'

const Minor = Type.Integer({ description: 'In minor units of the currency' })
const State = oneOf('open', 'paid', 'refunded', 'disputed', 'abandoned')
const Texts = Type.Array(Type.String())

export const Checkout = thing('Checkout', {
  id: idOf('chk'),
  state: State,
  gameUserId: PlayerName,
  reference: orNull(Type.String()),
  currency: Type.String(),
  totalMinor: Minor,
  createdAt: Moment,
  paidAt: orNull(Moment),
  refundedAt: orNull(Moment),
  disputedAt: orNull(Moment),
  lines: Type.Array(
    part({
      lineNo: Type.Integer(),
      productId: idOf('prd'),
      name: Type.String(),
      priceMinor: Minor,
      quantity: Type.Integer(),
      commands: part({ approve: Texts, refund: Texts, expire: Texts }),
      durationSeconds: orNull(Type.Integer()),
      rebuy: oneOf('extend', 'independent'),
      serverIds: Type.Array(idOf('srv')),
      refundedAt: orNull(Moment),
    }),
    { description: 'As they were at the moment of sale' },
  ),
  payment: orNull(
    part({
      provider: Type.String(),
      amountMinor: Minor,
      pageRef: orNull(Type.String()),
      paymentRef: orNull(Type.String()),
      refundedMinor: Minor,
      dispute: oneOf('none', 'open', 'won', 'lost'),
      closed: Type.Boolean(),
      createdAt: Moment,
      expiresAt: Moment,
    }),
  ),
  refunds: Type.Array(
    part({
      id: idOf('rfd'),
      lines: Type.Array(Type.Integer()),
      amountMinor: Minor,
      state: oneOf('requested', 'done', 'failed'),
      error: orNull(Type.String()),
      requestedAt: Moment,
      finishedAt: orNull(Moment),
    }),
  ),
  deliveries: Type.Array(Type.Ref('DeliveryDetails'), { description: 'Newest first' }),
  entitlements: Type.Array(
    part({
      id: idOf('ent'),
      lineNo: Type.Integer(),
      productId: idOf('prd'),
      rebuy: oneOf('extend', 'independent'),
      serverIds: Type.Array(idOf('srv')),
      until: orNull(Moment),
      endedAt: orNull(Moment),
      endedBy: orNull(oneOf('refund', 'expiry')),
      revokedAt: orNull(Moment),
    }),
  ),
  events: Type.Array(part({ id: idOf('evt'), type: Type.String(), createdAt: Moment })),
})

export const DisputeEvidence = thing('DisputeEvidence', {
  createdAt: Moment,
  store: part({ id: idOf('sto'), name: Type.String(), url: Type.String() }),
  purchase: part({
    id: idOf('chk'),
    reference: orNull(Type.String()),
    player: PlayerName,
    state: State,
    currency: Type.String(),
    total: Type.Number(),
    openedAt: Moment,
    paidAt: orNull(Moment),
    disputedAt: orNull(Moment),
    refundedAt: orNull(Moment),
    lines: Type.Array(
      part({
        name: Type.String(),
        quantity: Type.Integer(),
        price: Type.Number(),
        durationSeconds: orNull(Type.Integer()),
        requiresOnline: Type.Boolean(),
        refundedAt: orNull(Moment),
      }),
    ),
  }),
  payment: orNull(
    part({
      provider: Type.String(),
      reference: orNull(Type.String()),
      amount: Type.Number(),
      refunded: Type.Number(),
      dispute: Type.String(),
    }),
  ),
  deliveries: Type.Array(
    part({
      id: idOf('cmd'),
      kind: oneOf('purchase', 'refund', 'expiry'),
      state: oneOf('pending', 'retrying', 'held', 'processed', 'cancelled'),
      server: orNull(Type.String()),
      products: Texts,
      queuedAt: Moment,
      dispatchedAt: orNull(Moment),
      finishedAt: orNull(Moment),
      receipt: orNull(Type.String()),
      failedAttempts: Type.Array(part({ at: Moment, outcome: Type.String(), reason: Type.String() })),
    }),
  ),
  refunds: Type.Array(
    part({ amount: Type.Number(), state: Type.String(), requestedAt: Moment, finishedAt: orNull(Moment) }),
  ),
  earlierPurchases: part(
    {
      count: Type.Integer(),
      hasMore: Type.Boolean(),
      firstPaidAt: orNull(Moment),
      lastPaidAt: Type.Array(Moment),
    },
    'Earlier purchases of the same player that were neither refunded nor disputed',
  ),
  text: Type.String({ description: 'All of it as a text, ready to be handed to the bank' }),
})
