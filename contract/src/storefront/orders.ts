import { Type } from 'typebox'
import { BillingPeriod } from '../catalog/variants.ts'
import { GivenFields } from '../catalog/fields.ts'
import { component, enumOf, idOf, nullable, object, Timestamp } from '../manage.ts'
import { Money, Picture } from './shop.ts'
import { OrderSubscription, SubscriptionProblem } from './subscriptions.ts'

/** Baskets and orders in the storefront API. Their tokens are secrets of one buyer. */

const Player = Type.String({ minLength: 1, maxLength: 255, examples: ['Steve_42'] })
const Quantity = Type.Integer({ minimum: 0, maximum: 1_000 })
const Provider = enumOf(['sandbox', 'stripe', 'mercadopago', 'paypal'])
const BASKET_TOKEN = Type.String({
  examples: ['qmb_0123456789abcdefghijklmnopqrstuvwxyzAB'],
  description: 'Send it as `Authorization: Bearer …`. After a purchase, the next change returns a new one.',
})

const BasketLine = component('BasketLine', {
  productId: idOf('prd'),
  variantId: nullable(idOf('var')),
  slug: nullable(Type.String({ description: 'Null if the product has no page any more.' })),
  name: Type.String(),
  variantName: nullable(Type.String()),
  fields: Type.Record(Type.String(), Type.String(), {
    description: 'What the buyer entered. Two lines of one product differ by it.',
  }),
  picture: nullable(Picture),
  quantity: Type.Integer(),
  price: Money,
  total: Money,
  saved: Money,
  oldPrice: nullable(Money),
  left: nullable(Type.Integer()),
  maxPerPlayer: nullable(Type.Integer()),
  billingPeriod: nullable(BillingPeriod),
  problem: nullable(
    enumOf(['unavailable', 'sold_out', 'too_few_left', 'limit'], {
      description: 'Why the line cannot be bought as it is.',
    }),
  ),
  tierProblem: nullable(
    enumOf(['tier_quantity', 'tier_twice', 'higher_tier_owned'], {
      description:
        'Why the tier of the product cannot be bought: a player can have one of it, another line has a tier of the same group, or the player has a higher tier.',
    }),
  ),
  subscriptionProblem: SubscriptionProblem,
})

const CODE_PROBLEMS = [
  'code_unknown',
  'code_not_valid_now',
  'code_used_up',
  'code_used_by_player',
  'code_minimum',
  'code_not_for_these',
] as const
const Discounts = Type.Array(
  object({ kind: enumOf(['upgrade', 'sale', 'code', 'gift_card']), name: Type.String(), amount: Money }),
  { description: 'What is taken off the prices of the lines. `name` is that of the sale, or the code.' },
)

export const Basket = component('Basket', {
  token: BASKET_TOKEN,
  lines: Type.Array(BasketLine),
  count: Type.Integer({ description: 'The number of units.' }),
  subtotal: Money,
  code: nullable(
    object(
      {
        code: Type.String({ examples: ['SUMMER10'] }),
        discount: Money,
        problem: nullable(enumOf(CODE_PROBLEMS, { description: 'Why it is not used. Then the total is without it.' })),
      },
      "The coupon or creator's code that the buyer has typed.",
    ),
  ),
  giftCard: nullable(
    object(
      {
        hint: Type.String({ examples: ['…52EC'] }),
        pays: Money,
        left: Money,
        problem: nullable(
          enumOf(['gift_card_not_valid', 'gift_card_used_up', 'gift_card_not_for_these'], {
            description: 'Why it pays nothing.',
          }),
        ),
      },
      'The gift card that pays a part, or everything. `left` stays on it.',
    ),
  ),
  discounts: Discounts,
  total: Money,
  player: nullable(Type.String({ description: 'The player who buys.' })),
  isProven: Type.Boolean({ description: 'Whether the player who buys has proved who they are.' }),
  recipient: nullable(Type.String({ description: 'The player who gets it as a gift.' })),
  identityProviders: Type.Array(enumOf(['name', 'minecraft', 'steam', 'discord', 'code']), {
    description:
      'How players say who they are: `name` and `minecraft` by `setPlayer`, `code` by `useCode`, `steam` and `discord` only on the pages of the store. Without `name` and `minecraft`, the store sells only to players who have proved it.',
  }),
  servers: nullable(
    Type.Array(object({ id: idOf('srv'), name: Type.String() }), {
      description: 'The buyer has to choose one of them at the checkout. Null if there is nothing to choose.',
    }),
  ),
  providers: Type.Array(Provider, { description: 'The ways to pay, in the order in which pages show them.' }),
  isReady: Type.Boolean({ description: 'Whether all lines can be bought as they are.' }),
})

export const LineBody = object({
  productId: idOf('prd'),
  variantId: Type.Optional(nullable(idOf('var'))),
  quantity: Quantity,
  fields: Type.Optional(GivenFields),
})
export const PlayerBody = object({
  player: Player,
  recipient: Type.Optional(nullable(Player)),
})
export const CodeBody = object({
  code: Type.String({ minLength: 1, maxLength: 50, examples: ['7KQ2-M9XA'], description: 'As the game showed it.' }),
})
export const BasketCodeBody = object({
  code: nullable(
    Type.String({
      maxLength: 200,
      examples: ['SUMMER10'],
      description: 'A coupon, the code of a creator, or a gift card. Null removes the coupon or the code.',
    }),
  ),
})
export const CheckoutBody = object({
  provider: Provider,
  totalMinor: Type.Integer({
    minimum: 0,
    description: 'The total that the buyer saw. If it has changed since, the request is refused.',
  }),
  consent: Type.Boolean({ description: 'The buyer agrees to the delivery right after payment. It must be true.' }),
  renewalConsent: Type.Optional(
    Type.Boolean({
      description:
        'The buyer agrees to pay the total again in each period until they cancel. It must be true if the basket contains a subscription.',
    }),
  ),
  email: Type.Optional(nullable(Type.String({ maxLength: 254, description: 'Where the receipt is sent.' }))),
  serverId: Type.Optional(nullable(idOf('srv'))),
  country: Type.Optional(
    nullable(
      Type.String({
        pattern: '^[A-Z]{2}$',
        description: 'Of the buyer, one of `taxCountries` of the store, for the tax on the receipt.',
      }),
    ),
  ),
  hideName: Type.Optional(
    Type.Boolean({
      description:
        'The buyer does not want to be named for this order. If they have proved who they are, they are named for no order.',
    }),
  ),
  returnUrl: Type.Optional(
    Type.String({
      maxLength: 500,
      examples: ['https://vale.example/thanks'],
      description: 'Where the buyer is sent after paying. Its origin must be one of `returnOrigins` of the storefront.',
    }),
  ),
  altcha: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description:
        'Base64 of `{"challenge":…,"solution":…}`, as the widget of ALTCHA sends it. Needed after the code `challenge_required`.',
    }),
  ),
})
const Hex = Type.String({ pattern: '^[0-9a-f]+$' })

export const Challenge = component('Challenge', {
  parameters: object({
    algorithm: Type.String({ examples: ['PBKDF2/SHA-256'] }),
    nonce: Hex,
    salt: Hex,
    cost: Type.Integer(),
    keyLength: Type.Integer(),
    keyPrefix: Hex,
    keySignature: Hex,
    expiresAt: Type.Integer({ description: 'In seconds since 1970.' }),
    data: object({ store: idOf('sto'), at: Type.Integer() }),
  }),
  signature: Hex,
})
export const OpenedOrder = component('OpenedOrder', {
  orderToken: Type.String({ description: 'Send it as `Authorization: Bearer …` to read the order.' }),
  orderUrl: Type.String({ description: 'The page of the order at the store. It contains the token.' }),
  paymentPageUrl: nullable(Type.String({ description: 'Send the buyer there. Null if nothing has to be paid.' })),
})

const Step = object({
  key: Type.String({ examples: ['paid'] }),
  state: enumOf(['done', 'now', 'next']),
  at: nullable(Timestamp),
  note: nullable(Type.String()),
})
const OrderItem = component('OrderItem', {
  name: Type.String(),
  quantity: Type.Integer(),
  servers: Type.String({ description: 'The game servers that deliver it.' }),
  picture: nullable(Picture),
  until: nullable(Timestamp),
  status: Type.String({ examples: ['delivered', 'waiting_for_player'] }),
  statusText: Type.String({ description: 'The status in the language of the response.' }),
  tone: nullable(enumOf(['good', 'wait', 'bad'])),
  steps: Type.Array(Step),
  waitsFor: nullable(
    object(
      {
        key: Type.String({ examples: ['server_offline'] }),
        server: nullable(Type.String()),
        since: nullable(Timestamp),
        slots: nullable(Type.Integer()),
      },
      'Why it waits.',
    ),
  ),
})

export const Order = component('Order', {
  number: idOf('chk'),
  state: enumOf(['open', 'paid', 'delivered', 'refunded', 'disputed', 'abandoned']),
  isChanging: Type.Boolean({ description: 'Whether it is worth asking again. Ask at most every two seconds.' }),
  player: Type.String(),
  delivered: Type.Integer({ description: 'The number of units that have arrived.' }),
  count: Type.Integer({ description: 'The number of units, without those that were refunded.' }),
  items: Type.Array(OrderItem),
  discounts: Discounts,
  total: Money,
  provider: nullable(Type.String({ description: 'Null until it is paid.' })),
  email: nullable(Type.String({ description: 'Masked, such as `r•••@mail.example`.' })),
  withdrawal: nullable(
    object({ until: Timestamp, amount: Money }, 'What the buyer can withdraw from, and until when.'),
  ),
  subscription: OrderSubscription,
})
