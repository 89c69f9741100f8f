import {
  disputeObject,
  intentObject,
  newStripeId,
  refundedSum,
  refundObject,
  sessionObject,
  type StripePurchase,
} from './fake-stripe-objects.ts'

export type StripeCall = { method: string; path: string; query: URLSearchParams; form: URLSearchParams }
export type StripeAnswer = { status: number; body: object }

type Effects = {
  livemode: boolean
  refunded: (purchase: StripePurchase) => void
  /** Expires an open session and returns it. */
  expire: (purchase: StripePurchase) => object
}

export class StripeRefusal extends Error {
  readonly answer: StripeAnswer

  constructor(status: number, error: { code?: string; message: string; param?: string; type?: string }) {
    super(error.message)
    this.answer = { status, body: { error: { type: 'invalid_request_error', ...error } } }
  }
}

/** Answers the calls that the adapter makes. Throws a StripeRefusal where Stripe would refuse. */
export function answerCall(
  purchases: StripePurchase[],
  call: StripeCall,
  { livemode, refunded, expire }: Effects,
): object {
  const { method, path, query, form } = call
  const [, , resource, ...rest] = path.split('/')
  const id = rest.at(-1) ?? ''
  switch (`${method} ${resource}`) {
    case 'POST checkout': {
      if (id !== 'expire') return createSession(purchases, form, livemode)
      return expire(find(purchases, ({ sessionId }) => sessionId === rest.at(-2), 'id'))
    }
    case 'POST coupons': {
      require(form.get('duration') === 'once' && form.get('max_redemptions') === '1', 'duration', 'Not for one period')
      requireAmount(integer(form, 'amount_off'), form.get('currency') ?? '')
      return { object: 'coupon', id: `off_${integer(form, 'amount_off')}_${newStripeId('co')}` }
    }
    case 'GET checkout':
      return sessionObject(
        find(purchases, ({ sessionId }) => sessionId === id, 'id'),
        isExpanded(query),
      )
    case 'GET payment_intents':
      return intentObject(ofIntent(purchases, id, 'intent'), isExpanded(query))
    case 'GET disputes': {
      const purchase = ofIntent(purchases, query.get('payment_intent'))
      return list(purchase.dispute ? [disputeObject(purchase)] : [])
    }
    case 'GET refunds': {
      const purchase = ofIntent(purchases, query.get('payment_intent'))
      return list(purchase.refunds.map((refund) => refundObject(purchase, refund)))
    }
    case 'POST refunds':
      return createRefund(purchases, form, refunded)
    default:
      throw new StripeRefusal(404, { message: `Unrecognized request URL (${method}: ${path})` })
  }
}

function createSession(purchases: StripePurchase[], form: URLSearchParams, livemode: boolean): object {
  const lines = [...form.keys()].filter((name) => /^line_items\[\d+\]\[quantity\]$/.test(name))
  const currency = form.get('line_items[0][price_data][currency]') ?? ''
  const total = lines.reduce((sum, name) => {
    const price = name.replace('[quantity]', '[price_data]')
    require(form.get(`${price}[currency]`) === currency, 'line_items', 'All prices must have one currency')
    require((form.get(`${price}[product_data][name]`) ?? '') !== '', 'line_items', 'A product needs a name')
    return sum + integer(form, name) * integer(form, `${price}[unit_amount]`)
  }, 0)
  require(lines.length > 0 && lines.length <= 100, 'line_items', 'There must be 1 to 100 line items')
  const isRecurring = form.has('line_items[0][price_data][recurring][interval]')
  require(form.get('mode') === (isRecurring ? 'subscription' : 'payment'), 'mode', 'Mode and prices do not match')
  const other = isRecurring ? 'payment_intent_data' : 'subscription_data'
  require(![...form.keys()].some((name) => name.startsWith(other)), other, 'Not allowed in this mode')
  const recurring = inside(form, 'line_items[0][price_data][recurring]')
  for (const name of ['success_url', 'cancel_url']) require(URL.canParse(form.get(name) ?? ''), name, 'Not a URL')
  requireAmount(total, currency)
  const expiresAt = integer(form, 'expires_at')
  const ahead = expiresAt - Date.now() / 1000
  require(ahead >= 30 * 60 && ahead <= 24 * 3600, 'expires_at', 'Must be 30 minutes to 24 hours from now')

  const purchase: StripePurchase = {
    sessionId: newStripeId(livemode ? 'cs_live' : 'cs_test'),
    livemode,
    currency,
    total,
    discount: Number(/^off_(\d+)_/.exec(form.get('discounts[0][coupon]') ?? '')?.[1] ?? 0),
    metadata: inside(form, 'metadata'),
    intentMetadata: inside(form, 'payment_intent_data[metadata]'),
    reference: form.get('client_reference_id'),
    returnUrl: form.get('success_url') ?? '',
    cancelUrl: form.get('cancel_url') ?? '',
    expiresAt,
    state: 'open',
    subscription: isRecurring
      ? {
          metadata: inside(form, 'subscription_data[metadata]'),
          period: `${recurring['interval_count']} ${recurring['interval']}`,
          id: null,
        }
      : null,
    intent: null,
    refunds: [],
    dispute: null,
  }
  purchases.push(purchase)
  return sessionObject(purchase)
}

function createRefund(
  purchases: StripePurchase[],
  form: URLSearchParams,
  refunded: (purchase: StripePurchase) => void,
): object {
  const purchase = ofIntent(purchases, form.get('payment_intent'))
  const left = purchase.total - refundedSum(purchase)
  const amount = form.has('amount') ? integer(form, 'amount') : left
  requireAmount(amount, purchase.currency)
  if (purchase.intent?.state !== 'succeeded') {
    throw new StripeRefusal(400, { code: 'payment_intent_unexpected_state', message: 'The payment has not succeeded' })
  }
  if (left === 0) throw new StripeRefusal(400, { code: 'charge_already_refunded', message: 'Already refunded' })
  require(amount <= left, 'amount', 'Refund amount is greater than unrefunded amount')
  const created = Math.floor(Date.now() / 1000)
  const refund = { id: newStripeId('re'), amount, metadata: inside(form, 'metadata'), created, status: 'succeeded' }
  purchase.refunds.push(refund)
  refunded(purchase)
  return refundObject(purchase, refund)
}

/** Currencies with three decimals must end in 0, and two currencies accept whole units only. */
function requireAmount(amount: number, currency: string): void {
  require(/^[a-z]{3}$/.test(currency), 'currency', 'Invalid currency')
  require(amount > 0, 'amount', 'Invalid positive integer')
  const step = ['isk', 'ugx'].includes(currency) ? 100 : ['bhd', 'jod', 'kwd', 'omr', 'tnd'].includes(currency) ? 10 : 1
  require(amount % step === 0, 'amount', `Must be evenly divisible by ${step}`)
}

function require(holds: boolean, param: string, message: string): void {
  if (!holds) throw new StripeRefusal(400, { code: 'parameter_invalid', message, param })
}

function integer(form: URLSearchParams, name: string): number {
  const text = form.get(name) ?? ''
  require(/^\d{1,15}$/.test(text), name, `Invalid integer: ${text}`)
  return Number(text)
}

function inside(form: URLSearchParams, name: string): Record<string, string> {
  const entries = [...form].filter(([key]) => key.startsWith(`${name}[`))
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(name.length + 1, -1), value]))
}

function isExpanded(query: URLSearchParams): boolean {
  return [...query].some(([name, value]) => name.startsWith('expand') && value.endsWith('latest_charge'))
}

function ofIntent(purchases: StripePurchase[], id: string | null, param = 'payment_intent'): StripePurchase {
  return find(purchases, ({ intent }) => intent !== null && intent.id === id, param)
}

function find(purchases: StripePurchase[], is: (purchase: StripePurchase) => boolean, param: string): StripePurchase {
  const purchase = purchases.find(is)
  if (purchase) return purchase
  throw new StripeRefusal(404, { code: 'resource_missing', message: 'No such object', param })
}

export function list(data: object[]): object {
  return { object: 'list', data, has_more: false, url: '/v1/list' }
}
