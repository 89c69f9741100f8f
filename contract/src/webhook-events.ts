import { Type } from 'typebox'

/**
 * What a store tells others of. The body of a webhook is `{ type, timestamp, data }`; here is the `data` of each type.
 * Fields and types may be added, so receivers ignore what they do not know; nothing is renamed or removed.
 */

const id = (prefix: string, description: string) =>
  Type.String({
    pattern: `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`,
    description,
    examples: [`${prefix}_01h455vb4pex5vsknk084sn02q`],
  })
const amount = (description: string) => Type.Number({ minimum: 0, description, examples: [19.9] })
const moment = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$', description })

const storeId = id('sto', 'Store')
const gameUserId = Type.String({ description: 'The player who bought; not always a number', examples: ['steve-42'] })
const currency = Type.String({ pattern: '^[A-Z]{3}$', examples: ['BRL'] })

const Line = Type.Object({
  lineNo: Type.Integer({ minimum: 1, description: 'Counted from 1' }),
  productId: id('prd', 'Product'),
  name: Type.String({ description: 'As it was at the moment of sale', examples: ['VIP Gold'] }),
  quantity: Type.Integer({ minimum: 1 }),
  price: amount('Of one unit, exact decimal'),
})

const Checkout = {
  storeId,
  checkoutId: id('chk', 'Checkout'),
  gameUserId,
  currency,
  total: amount('What the buyer pays for all lines, exact decimal'),
  lines: Type.Array(Line, { minItems: 1 }),
}

const KeyUse = {
  storeId,
  serverId: id('srv', 'Game server'),
  name: Type.String({ description: "The server's name", examples: ['lobby'] }),
  keyId: id('key', 'Key'),
  hint: Type.String({ description: 'How the key ends', examples: ['…x7Qp'] }),
  address: Type.String({
    description: 'An address; of IPv6 its network',
    examples: ['203.0.113.7', '2001:db8:1:2::/64'],
  }),
}

export const WEBHOOK_EVENTS = {
  'checkout.opened': Type.Object(Checkout, { description: 'A buyer began to pay' }),
  'checkout.paid': Type.Object(Checkout, { description: 'Paid: the goods are on their way to the game server' }),
  'checkout.abandoned': Type.Object(Checkout, { description: 'The time to pay is over, or the buyer went away' }),
  'checkout.refunded': Type.Object(
    {
      ...Checkout,
      refundedLines: Type.Array(Type.Integer({ minimum: 1 }), {
        minItems: 1,
        description: 'The lines taken back this time',
      }),
    },
    { description: 'Lines were taken back' },
  ),
  'checkout.disputed': Type.Object(Checkout, { description: 'The buyer asked their bank for the money back' }),
  'dispute.closed': Type.Object(
    { ...Checkout, outcome: Type.Union([Type.Literal('won'), Type.Literal('lost')]) },
    { description: 'The bank decided; `won` means that the store keeps the money' },
  ),
  'payment.parked': Type.Object(
    {
      storeId,
      parkedId: id('prk', 'Parked payment'),
      provider: Type.String({ description: 'Who takes the money', examples: ['stripe'] }),
      reason: Type.String({ description: 'Why it fits no checkout', examples: ['amount_mismatch'] }),
      checkoutId: Type.Union([id('chk', 'The checkout it was meant for'), Type.Null()], {
        description: 'Null: nobody knows which',
      }),
      paymentRef: Type.Union([Type.String(), Type.Null()], { description: "The provider's own id of the payment" }),
    },
    { description: 'Money arrived that fits no open checkout; a person has to decide' },
  ),
  'entitlement.expired': Type.Object(
    {
      storeId,
      entitlementId: id('ent', 'Entitlement'),
      productId: id('prd', 'Product'),
      gameUserId,
      until: moment('When it ended'),
    },
    { description: 'The time of a product is over; the game server is told to take it away' },
  ),
  'delivery.held': Type.Object(
    {
      storeId,
      deliveryId: id('cmd', 'What was to be delivered'),
      checkoutId: id('chk', 'Checkout'),
      serverId: id('srv', 'Game server that could not deliver it'),
      gameUserId,
      deliveryType: Type.Union([Type.Literal('APPROVE'), Type.Literal('REFUND'), Type.Literal('EXPIRE')]),
      holdReason: Type.Union([Type.Literal('failed'), Type.Literal('uncertain')], {
        description: '`uncertain`: it may have run, and nobody knows',
      }),
      attempts: Type.Integer({ minimum: 1, description: 'How often it was tried' }),
      reason: Type.String({ description: 'What the game server said the last time', examples: ['no such item'] }),
    },
    { description: 'A delivery failed too often, or nobody knows whether it ran; a person has to decide' },
  ),
  'server.second_address': Type.Object(KeyUse, {
    description: 'The key of a game server is used from a second address while the first still uses it',
  }),
  'server.refused_address': Type.Object(KeyUse, {
    description: 'The key of a game server was used from an address that the server is not bound to; it was refused',
  }),
  'endpoint.disabled': Type.Object(
    {
      storeId,
      endpointId: id('whe', 'The endpoint that gets nothing any more'),
      url: Type.String(),
      reason: Type.Union([Type.Literal('gone'), Type.Literal('failing')]),
    },
    { description: 'An endpoint answered 410, or failed for five days. Its other endpoints hear of it' },
  ),
  'endpoint.test': Type.Object(
    { storeId, endpointId: id('whe', 'The endpoint under test') },
    { description: 'Somebody asked for a test' },
  ),
}

export type EventType = keyof typeof WEBHOOK_EVENTS
