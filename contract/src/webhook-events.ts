import { Type } from 'typebox'

/**
 * The events that a store sends to its webhook endpoints. The body of a webhook is `{ type, timestamp, data }`; this is
 * the `data` of each type. New types and fields can be added, so receivers must ignore those that they do not know.
 */

const id = (prefix: string, description: string) =>
  Type.String({
    pattern: `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`,
    description,
    examples: [`${prefix}_01h455vb4pex5vsknk084sn02q`],
  })
const amount = (description: string) => Type.Number({ minimum: 0, description, examples: [19.9] })
const timestamp = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$', description })

const storeId = id('sto', 'Store')
const gameUserId = Type.String({
  description: "The player's id in the game; not always a number",
  examples: ['steve-42'],
})
const currency = Type.String({ pattern: '^[A-Z]{3}$', examples: ['BRL'] })

const Line = Type.Object({
  lineNo: Type.Integer({ minimum: 1, description: 'Lines count from 1' }),
  productId: id('prd', 'Product'),
  name: Type.String({ description: 'The name of the product at the time of sale', examples: ['VIP Gold'] }),
  variantId: Type.Optional(id('var', 'Only if a variant of the product was sold')),
  variantName: Type.Optional(
    Type.String({ description: 'The name of the variant at the time of sale', examples: ['30 days'] }),
  ),
  quantity: Type.Integer({ minimum: 1 }),
  price: amount('Price of one unit, an exact decimal'),
  paid: amount('Paid with money for all units, an exact decimal'),
})

const Checkout = {
  storeId,
  checkoutId: id('chk', 'Checkout'),
  gameUserId,
  currency,
  total: amount('Total of all lines, an exact decimal'),
  lines: Type.Array(Line, { minItems: 1 }),
}

const Subscription = {
  storeId,
  subscriptionId: id('sub', 'Subscription'),
  checkoutId: id('chk', 'The first order'),
  newestCheckoutId: Type.Union([id('chk', 'The order of the newest period'), Type.Null()]),
  gameUserId,
  productId: id('prd', 'Product'),
  name: Type.String({ description: 'The name of the product at the time of sale', examples: ['VIP Gold'] }),
  state: Type.Union(
    ['pending', 'active', 'past_due', 'cancelling', 'ended'].map((state) => Type.Literal(state)),
    { description: 'The state after the event' },
  ),
  billingPeriod: Type.Union(
    ['P1W', 'P1M', 'P3M', 'P1Y'].map((period) => Type.Literal(period)),
    { description: 'How often it is paid' },
  ),
  amount: amount('What one period costs, an exact decimal'),
  currency,
  paidUntil: Type.Union([timestamp('The end of the newest period that was paid'), Type.Null()]),
}

const KeyUse = {
  storeId,
  serverId: id('srv', 'Game server'),
  name: Type.String({ description: 'Name of the game server', examples: ['lobby'] }),
  keyId: id('key', 'Server key'),
  hint: Type.String({ description: 'The last characters of the key', examples: ['…x7Qp'] }),
  ipAddress: Type.String({
    description: 'An IPv4 address, or the /64 network of an IPv6 address',
    examples: ['203.0.113.7', '2001:db8:1:2::/64'],
  }),
}

export const WEBHOOK_EVENTS = {
  'checkout.opened': Type.Object(Checkout, { description: 'A buyer opened a checkout and has not paid yet.' }),
  'checkout.paid': Type.Object(Checkout, {
    description: 'A checkout was paid. Its deliveries are in the queues of the game servers.',
  }),
  'checkout.abandoned': Type.Object(Checkout, {
    description: 'The payment page expired, or the buyer cancelled it.',
  }),
  'checkout.refunded': Type.Object(
    {
      ...Checkout,
      refundedLines: Type.Array(Type.Integer({ minimum: 1 }), {
        minItems: 1,
        description: 'Numbers of the lines that this refund includes',
      }),
    },
    { description: 'Lines of a checkout were refunded.' },
  ),
  'checkout.refund_refused': Type.Object(
    {
      ...Checkout,
      refusedLines: Type.Array(Type.Integer({ minimum: 1 }), {
        minItems: 1,
        description: 'Numbers of the lines whose money was not returned',
      }),
      reason: Type.String({ description: 'What the provider said', examples: ['The balance is too low.'] }),
      isWithdrawal: Type.Boolean({ description: 'The buyer withdrew from the contract, and waits for the money' }),
    },
    { description: 'The provider refused a refund. A staff member has to return the money.' },
  ),
  'checkout.disputed': Type.Object(Checkout, { description: 'The buyer asked their bank to return the money.' }),
  'dispute.closed': Type.Object(
    { ...Checkout, outcome: Type.Union([Type.Literal('won'), Type.Literal('lost')]) },
    { description: 'The bank decided a dispute. `won`: the store keeps the money.' },
  ),
  'payment.parked': Type.Object(
    {
      storeId,
      parkedPaymentId: id('prk', 'Parked payment'),
      provider: Type.String({ description: 'Payment provider', examples: ['stripe'] }),
      reason: Type.String({ description: 'Why the payment fits no checkout', examples: ['amount_mismatch'] }),
      checkoutId: Type.Union([id('chk', 'The checkout that the payment was meant for'), Type.Null()], {
        description: 'Null if it is unknown',
      }),
      providerPaymentId: Type.Union([Type.String(), Type.Null()], { description: "The provider's id of the payment" }),
    },
    { description: 'Money arrived that fits no open checkout. A staff member has to resolve it.' },
  ),
  'entitlement.expired': Type.Object(
    {
      storeId,
      entitlementId: id('ent', 'Entitlement'),
      productId: id('prd', 'Product'),
      gameUserId,
      until: timestamp('When the entitlement expired'),
    },
    { description: 'An entitlement expired. A delivery that revokes the goods is in the queue of the game server.' },
  ),
  'subscription.started': Type.Object(Subscription, { description: 'The first period of a subscription was paid.' }),
  'subscription.renewed': Type.Object(Subscription, {
    description: 'A further period was paid. There is a `checkout.paid` for it too.',
  }),
  'subscription.past_due': Type.Object(Subscription, {
    description: 'A renewal was not paid. The player keeps the goods during the grace period.',
  }),
  'subscription.cancelled': Type.Object(Subscription, {
    description: 'It is not charged again. The player keeps the goods until `paidUntil`.',
  }),
  'subscription.ended': Type.Object(Subscription, {
    description: 'The subscription is over: cancelled and run out, not paid in the grace period, refunded or disputed.',
  }),
  'delivery.held': Type.Object(
    {
      storeId,
      deliveryId: id('cmd', 'Delivery'),
      checkoutId: id('chk', 'Checkout'),
      serverId: id('srv', 'Game server'),
      gameUserId,
      deliveryType: Type.Union([Type.Literal('APPROVE'), Type.Literal('REFUND'), Type.Literal('EXPIRE')]),
      holdReason: Type.Union([Type.Literal('failed'), Type.Literal('uncertain'), Type.Literal('withdrawn')], {
        description:
          '`uncertain`: it is unknown whether a command ran. `withdrawn`: it was refunded or expired before its game server reported it',
      }),
      attempts: Type.Integer({ minimum: 0, description: 'Number of failed attempts' }),
      reason: Type.String({
        description: 'The last reason that the client reported, or why it was withdrawn',
        examples: ['no such item'],
      }),
    },
    { description: 'A delivery failed too often, is uncertain or was withdrawn. A staff member has to resolve it.' },
  ),
  'server_key.concurrent_use': Type.Object(KeyUse, {
    description: 'A server key is used from a second address while the first address still uses it.',
  }),
  'server_key.address_rejected': Type.Object(KeyUse, {
    description: 'A server key was used from an address that is not allowed, and was rejected.',
  }),
  'endpoint.disabled': Type.Object(
    {
      storeId,
      endpointId: id('whe', 'Webhook endpoint'),
      url: Type.String(),
      reason: Type.Union([Type.Literal('gone'), Type.Literal('failing')]),
    },
    {
      description:
        'An endpoint responded with 410, or failed for five days. The other endpoints of the store receive this event.',
    },
  ),
  'endpoint.test': Type.Object(
    { storeId, endpointId: id('whe', 'Webhook endpoint') },
    { description: 'A staff member sent a test event.' },
  ),
}

export type EventType = keyof typeof WEBHOOK_EVENTS
