import { Type } from 'typebox'
import { Rebuy } from './manage-catalog.ts'
import { FieldValues } from './catalog/fields.ts'
import { CheckoutState, ImportedFrom } from './manage-checkouts.ts'
import { Delivery, DeliveryState } from './manage-deliveries.ts'
import { CHECKOUT_CARDS } from './promotions/gift-cards.ts'
import {
  component,
  enumOf,
  GameUserId,
  idOf,
  MinorUnits,
  minorUnits,
  nullable,
  object,
  Timestamp,
  timestamp,
} from './manage.ts'

const CommandTexts = Type.Array(Type.String())

export const Checkout = component('Checkout', {
  id: idOf('chk'),
  state: CheckoutState,
  gameUserId: GameUserId,
  reference: nullable(Type.String()),
  code: nullable(
    object(
      {
        id: idOf('dco'),
        code: Type.String({ examples: ['SUMMER10'] }),
        creator: nullable(Type.String({ description: 'The name of the creator. Null for a coupon.' })),
      },
      "The coupon or creator's code that it was opened with.",
    ),
  ),
  currency: Type.String(),
  totalMinor: MinorUnits,
  createdAt: Timestamp,
  paidAt: nullable(Timestamp),
  refundedAt: nullable(Timestamp),
  disputedAt: nullable(Timestamp),
  importedFrom: ImportedFrom,
  subscriptionId: nullable(
    Type.Unsafe<string>({ ...idOf('sub'), description: 'The subscription that it began or renews.' }),
  ),
  renewalOf: nullable(
    Type.Unsafe<string>({ ...idOf('chk'), description: 'The first order of the subscription, if this is a renewal.' }),
  ),
  lines: Type.Array(
    object({
      lineNo: Type.Integer(),
      productId: idOf('prd'),
      name: Type.String(),
      variantId: nullable(idOf('var')),
      variantName: nullable(Type.String({ examples: ['30 days'] })),
      fields: FieldValues,
      priceMinor: minorUnits('The price of one unit, before everything that reduces it.'),
      quantity: Type.Integer(),
      upgradeCreditMinor: minorUnits('What the player had paid for lower ranks.'),
      saleMinor: minorUnits('Taken off by a sale.'),
      saleId: nullable(idOf('sal')),
      codeMinor: minorUnits("Taken off by a coupon or a creator's code."),
      giftCardMinor: minorUnits('Paid with a gift card. A refund returns it to the card.'),
      paidMinor: minorUnits('Paid with money, for all units. A refund returns it through the payment provider.'),
      taxMinor: minorUnits('The tax that is contained in what was paid with money and with the gift card.'),
      creatorShareMinor: minorUnits('What the creator gets of it.'),
      commands: object({ approve: CommandTexts, refund: CommandTexts, expire: CommandTexts }),
      durationSeconds: nullable(Type.Integer()),
      rebuy: Rebuy,
      serverIds: Type.Array(idOf('srv')),
      requiresOnline: Type.Boolean({ description: 'Its commands run only while the player is in the game.' }),
      isGiftCard: Type.Boolean({ description: 'Each unit is a gift card.' }),
      refundedAt: nullable(Timestamp),
    }),
    { description: 'The lines as they were at the time of sale.' },
  ),
  ...CHECKOUT_CARDS,
  payment: nullable(
    object({
      provider: Type.String(),
      amountMinor: MinorUnits,
      providerPageId: nullable(Type.String({ description: "The provider's id of the payment page." })),
      providerPaymentId: nullable(Type.String({ description: "The provider's id of the payment." })),
      refundedMinor: MinorUnits,
      dispute: enumOf(['none', 'open', 'won', 'lost']),
      isClosed: Type.Boolean({ description: 'The payment page can no longer be paid.' }),
      createdAt: Timestamp,
      expiresAt: timestamp('When the payment page expires.'),
    }),
  ),
  refunds: Type.Array(
    object({
      id: idOf('rfd'),
      lines: Type.Array(Type.Integer()),
      amountMinor: MinorUnits,
      state: enumOf(['requested', 'done', 'failed']),
      error: nullable(Type.String()),
      requestedAt: Timestamp,
      finishedAt: nullable(Timestamp),
    }),
  ),
  deliveries: Type.Array(Delivery, { description: 'Newest first.' }),
  entitlements: Type.Array(
    object({
      id: idOf('ent'),
      lineNo: Type.Integer(),
      productId: idOf('prd'),
      rebuy: Rebuy,
      serverIds: Type.Array(idOf('srv')),
      until: nullable(timestamp('Null: for ever.')),
      endedAt: nullable(Timestamp),
      endedBy: nullable(enumOf(['refund', 'expiry'])),
      revokedAt: nullable(Timestamp),
    }),
  ),
  events: Type.Array(object({ id: idOf('evt'), type: Type.String(), createdAt: Timestamp })),
})

export const DisputeEvidence = component('DisputeEvidence', {
  createdAt: Timestamp,
  store: object({ id: idOf('sto'), name: Type.String(), url: Type.String() }),
  purchase: object({
    id: idOf('chk'),
    reference: nullable(Type.String()),
    player: GameUserId,
    state: CheckoutState,
    currency: Type.String(),
    total: Type.Number({ description: 'A decimal, because people read the evidence.' }),
    openedAt: Timestamp,
    paidAt: nullable(Timestamp),
    disputedAt: nullable(Timestamp),
    refundedAt: nullable(Timestamp),
    lines: Type.Array(
      object({
        name: Type.String(),
        quantity: Type.Integer(),
        price: Type.Number(),
        paid: Type.Number({ description: 'With money, for all units.' }),
        durationSeconds: nullable(Type.Integer()),
        requiresOnline: Type.Boolean(),
        refundedAt: nullable(Timestamp),
      }),
    ),
  }),
  payment: nullable(
    object({
      provider: Type.String(),
      reference: nullable(Type.String()),
      amount: Type.Number(),
      refunded: Type.Number(),
      dispute: Type.String(),
    }),
  ),
  deliveries: Type.Array(
    object({
      id: idOf('cmd'),
      type: enumOf(['purchase', 'refund', 'expiry']),
      state: DeliveryState,
      server: nullable(Type.String()),
      products: Type.Array(Type.String()),
      queuedAt: Timestamp,
      dispatchedAt: nullable(Timestamp),
      finishedAt: nullable(Timestamp),
      receipt: nullable(Type.String()),
      failedAttempts: Type.Array(object({ at: Timestamp, outcome: Type.String(), reason: Type.String() })),
    }),
  ),
  refunds: Type.Array(
    object({ amount: Type.Number(), state: Type.String(), requestedAt: Timestamp, finishedAt: nullable(Timestamp) }),
  ),
  earlierPurchases: object(
    {
      count: Type.Integer(),
      hasMore: Type.Boolean(),
      firstPaidAt: nullable(Timestamp),
      lastPaidAt: Type.Array(Timestamp),
    },
    'Earlier purchases of the same player that were neither refunded nor disputed.',
  ),
  text: Type.String({ description: 'The evidence as plain text, ready to submit to the bank.' }),
})
