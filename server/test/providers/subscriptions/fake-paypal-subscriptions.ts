import type { FakeSubscriptions, PaymentRecord } from '../fake-provider.ts'
import { isPaypalMoney, paypalDecimal, paypalMinor, type WireMoney } from '../fake-paypal-money.ts'
import { paypalProblem } from '../fake-paypal-problem.ts'
import { newPaypalId } from '../fake-paypal-records.ts'

type Plan = {
  product_id: string
  name: string
  billing_cycles: [...first: Cycle[], regular: Cycle]
  payment_preferences: { auto_bill_outstanding?: boolean }
}
type Cycle = {
  frequency: { interval_unit: string; interval_count: number }
  total_cycles: number
  pricing_scheme: { fixed_price: WireMoney }
}
type Sale = { id: string; time: Date; price: WireMoney; refundedMinor: number }
type Subscription = {
  id: string
  plan: Plan
  customId: string
  status: 'APPROVAL_PENDING' | 'ACTIVE' | 'CANCELLED'
  startTime: Date
  callbackUrl: string | undefined
  sales: Sale[]
  failedAt: Date | undefined
}
type Request = { method: string; path: string; query: URLSearchParams; body: string }
type Parts = {
  link: (rel: string, path: string) => object
  callbackUrl: () => string | undefined
  emit: (event: { callbackUrl: string | undefined; kind: string; resource: object }) => Promise<void>
}

const invalid = (issue: string) => paypalProblem(422, 'UNPROCESSABLE_ENTITY', issue)
const missing = () => paypalProblem(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
const seconds = (date: Date) => date.toISOString().replace(/\.\d+/, '')

/** Products, plans and subscriptions of the stand-in for PayPal. Each payment is a sale, in the older format of PayPal. */
export function createPaypalSubscriptions({ link, callbackUrl, emit }: Parts) {
  const products = new Set<string>()
  const plans = new Map<string, Plan>()
  const all = new Map<string, Subscription>()
  let isListDelayed = false

  function of(id: string): Subscription {
    const found = all.get(id)
    if (!found) throw missing()
    return found
  }

  function bySale(saleId: string): { subscription: Subscription; sale: Sale } {
    for (const subscription of all.values())
      for (const sale of subscription.sales) if (sale.id === saleId) return { subscription, sale }
    throw missing()
  }

  /** Of the next charge. */
  const priceOf = ({ plan, sales }: Subscription) => {
    const cycle = plan.billing_cycles[Math.min(sales.length, plan.billing_cycles.length - 1)]
    if (!cycle) throw new Error('a plan has no cycle')
    return cycle.pricing_scheme.fixed_price
  }
  const send = (subscription: Subscription, kind: string, resource: object) =>
    emit({ callbackUrl: subscription.callbackUrl, kind, resource })

  function createProduct({ id = '', name = '' }: { id?: string; name?: string }): object {
    if (id.length < 6 || id.length > 50 || name === '' || name.length > 127) throw invalid('INVALID_STRING_LENGTH')
    if (products.has(id)) throw invalid('DUPLICATE_RESOURCE_IDENTIFIER')
    products.add(id)
    return { id, name }
  }

  function createPlan(plan: Plan): object {
    const regular = plan.billing_cycles.at(-1)
    if (!products.has(plan.product_id)) throw missing()
    if (plan.name === '' || plan.name.length > 127) throw invalid('INVALID_STRING_LENGTH')
    for (const { pricing_scheme: price } of plan.billing_cycles)
      if (!isPaypalMoney(price.fixed_price)) throw invalid('DECIMALS_NOT_SUPPORTED')
    if (regular?.total_cycles !== 0) throw new Error('this plan would end')
    const id = `P-${newPaypalId()}`
    plans.set(id, plan)
    return { id, status: 'ACTIVE' }
  }

  function subscribe(body: {
    plan_id: string
    custom_id: string
    application_context: Record<string, string>
  }): object {
    const plan = plans.get(body.plan_id)
    const { return_url: returnUrl = '', cancel_url: cancelUrl = '' } = body.application_context
    if (!plan) throw missing()
    if (body.custom_id.length > 127) throw invalid('INVALID_STRING_LENGTH')
    if (!URL.canParse(returnUrl) || !URL.canParse(cancelUrl)) throw invalid('MISSING_REQUIRED_PARAMETER')
    const id = `I-${newPaypalId()}`
    const [customId, startTime] = [body.custom_id, new Date()]
    all.set(id, {
      id,
      plan,
      customId,
      status: 'APPROVAL_PENDING',
      startTime,
      callbackUrl: callbackUrl(),
      sales: [],
      failedAt: undefined,
    })
    return resourceOf(of(id))
  }

  function resourceOf(subscription: Subscription, fields = ''): object {
    const { id, plan, customId, status, startTime, failedAt } = subscription
    return {
      id,
      status,
      custom_id: customId,
      start_time: seconds(startTime),
      billing_info: {
        failed_payments_count: failedAt ? 1 : 0,
        outstanding_balance: { ...priceOf(subscription), value: '0.00' },
        ...(failedAt &&
          fields.includes('last_failed_payment') && {
            last_failed_payment: { time: seconds(failedAt), amount: priceOf(subscription) },
          }),
      },
      ...(fields.includes('plan') && { plan }),
      links: [
        link('approve', `/webapps/billing/subscriptions?ba_token=BA-${id}`),
        link('self', `/v1/billing/subscriptions/${id}`),
      ],
    }
  }

  function statusOf({ refundedMinor, price }: Sale): string {
    if (refundedMinor === 0) return 'COMPLETED'
    return refundedMinor < paypalMinor(price) ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  }

  const oldMoney = ({ value: total, currency_code: currency }: WireMoney) => ({ total, currency })
  const saleResource = (subscription: Subscription, sale: Sale) => ({
    id: sale.id,
    state: statusOf(sale).toLowerCase(),
    amount: oldMoney(sale.price),
    create_time: seconds(sale.time),
    billing_agreement_id: subscription.id,
    custom: subscription.customId,
    links: [link('self', `/v1/payments/sale/${sale.id}`)],
  })

  function listTransactions(subscription: Subscription, query: URLSearchParams): object {
    const [from, to] = [Date.parse(query.get('start_time') ?? ''), Date.parse(query.get('end_time') ?? '')]
    if (!(from < to)) throw paypalProblem(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_VALUE')
    const listed = isListDelayed ? subscription.sales.slice(0, -1) : subscription.sales
    const transactions = listed
      .filter(({ time }) => time.getTime() >= from && time.getTime() <= to)
      .map((sale) => ({
        id: sale.id,
        status: statusOf(sale),
        time: seconds(sale.time),
        amount_with_breakdown: { gross_amount: sale.price },
      }))
    return { transactions, total_items: transactions.length, total_pages: 1 }
  }

  /** Sends the callback and returns the refund. */
  function refund({ subscription, sale }: ReturnType<typeof bySale>, minor?: number): object {
    const { price } = sale
    const left = paypalMinor(price) - sale.refundedMinor
    if (left === 0) throw paypalProblem(400, 'TRANSACTION_ALREADY_REFUNDED', 'TRANSACTION_ALREADY_REFUNDED')
    if ((minor ?? left) > left) throw paypalProblem(400, 'REFUND_EXCEEDED_TRANSACTION_AMOUNT', 'AMOUNT')
    sale.refundedMinor += minor ?? left
    const decimal = (sum: number) => paypalDecimal(sum, price.currency_code)
    const resource = {
      id: newPaypalId(),
      sale_id: sale.id,
      state: 'completed',
      amount: { total: `-${decimal(minor ?? left)}`, currency: price.currency_code },
      total_refunded_amount: { value: decimal(sale.refundedMinor), currency: price.currency_code },
      links: [link('sale', `/v1/payments/sale/${sale.id}`)],
    }
    void send(subscription, 'PAYMENT.SALE.REFUNDED', resource)
    return resource
  }

  function answer({ method, path, query, body }: Request): { status: number; body: object } | undefined {
    const content = (): never => JSON.parse(body || '{}') as never
    const [, id = ''] = /^\/v1\/(?:billing\/subscriptions|payments\/sale)\/([^/]+)/.exec(path) ?? []
    switch (`${method} ${id === '' ? path : path.replace(id, ':id')}`) {
      case 'POST /v1/catalogs/products':
        return { status: 201, body: createProduct(content()) }
      case 'POST /v1/billing/plans':
        return { status: 201, body: createPlan(content()) }
      case 'POST /v1/billing/subscriptions':
        return { status: 201, body: subscribe(content()) }
      case 'GET /v1/billing/subscriptions/:id':
        return { status: 200, body: resourceOf(of(id), query.get('fields') ?? '') }
      case 'GET /v1/billing/subscriptions/:id/transactions':
        return { status: 200, body: listTransactions(of(id), query) }
      case 'POST /v1/billing/subscriptions/:id/cancel':
        if (of(id).status !== 'ACTIVE') throw invalid('SUBSCRIPTION_STATUS_INVALID')
        void cancel(of(id))
        return { status: 204, body: {} }
      case 'GET /v1/payments/sale/:id':
        return { status: 200, body: saleResource(bySale(id).subscription, bySale(id).sale) }
      case 'POST /v1/payments/sale/:id/refund': {
        const { amount } = content() as { amount?: { total: string; currency: string } }
        const minor = amount && paypalMinor({ currency_code: amount.currency, value: amount.total })
        return { status: 201, body: refund(bySale(id), minor) }
      }
      default:
        return undefined
    }
  }

  async function cancel(subscription: Subscription): Promise<void> {
    subscription.status = 'CANCELLED'
    await send(subscription, 'BILLING.SUBSCRIPTION.CANCELLED', resourceOf(subscription))
  }

  async function charge(subscription: Subscription, outcome: 'paid' | 'failed'): Promise<void> {
    if (outcome === 'failed') {
      subscription.failedAt = new Date()
      return send(subscription, 'BILLING.SUBSCRIPTION.PAYMENT.FAILED', resourceOf(subscription))
    }
    const sale = { id: newPaypalId(), time: new Date(), price: priceOf(subscription), refundedMinor: 0 }
    subscription.sales.push(sale)
    await send(subscription, 'PAYMENT.SALE.COMPLETED', saleResource(subscription, sale))
  }

  function newest(pageRef: string): ReturnType<typeof bySale> {
    const sale = of(pageRef).sales.at(-1)
    if (!sale) throw new Error('nothing was paid')
    return { subscription: of(pageRef), sale }
  }

  return {
    answer,
    list: (): PaymentRecord[] =>
      [...all.values()].flatMap((subscription) =>
        subscription.sales.map(({ id, refundedMinor, price }) => {
          const [paidMinor, currency] = [paypalMinor(price), price.currency_code]
          return { id, reference: null, currency, paidMinor, refundedMinor, returnUrl: null }
        }),
      ),
    has: (pageRef: string) => all.has(pageRef),
    /** The newest payment is not in the list yet. */
    delayList: (isDelayed: boolean) => void (isListDelayed = isDelayed),
    /** The buyer approves on the page, and PayPal takes the first payment. */
    async start(pageRef: string): Promise<void> {
      const subscription = of(pageRef)
      if (subscription.status !== 'APPROVAL_PENDING') throw new Error(`It is ${subscription.status}`)
      subscription.status = 'ACTIVE'
      subscription.startTime = new Date()
      await send(subscription, 'BILLING.SUBSCRIPTION.ACTIVATED', resourceOf(subscription))
      await charge(subscription, 'paid')
    },
    async charge(pageRef, outcome = 'paid') {
      if (of(pageRef).status === 'ACTIVE') await charge(of(pageRef), outcome)
    },
    async refundNewest(pageRef) {
      refund(newest(pageRef))
    },
    async disputeNewest(pageRef) {
      const { subscription, sale } = newest(pageRef)
      const transactions = [{ seller_transaction_id: sale.id, custom: subscription.customId }]
      const resource = { dispute_id: 'PP-D-2', status: 'OPEN', disputed_transactions: transactions }
      await send(subscription, 'CUSTOMER.DISPUTE.CREATED', {
        ...resource,
        links: [link('self', '/v1/customer/disputes/PP-D-2')],
      })
    },
    cancel: (pageRef) => cancel(of(pageRef)),
    stateOf(pageRef) {
      const { status, sales, plan } = of(pageRef)
      const { interval_count: count, interval_unit: unit } = plan.billing_cycles[0].frequency
      const refundedMinor = sales.reduce((sum, sale) => sum + sale.refundedMinor, 0)
      return { isRunning: status === 'ACTIVE', paid: sales.length, refundedMinor, period: `${count} ${unit}` }
    },
  } satisfies FakeSubscriptions & { answer: unknown; start: unknown; has: unknown; delayList: unknown; list: unknown }
}
