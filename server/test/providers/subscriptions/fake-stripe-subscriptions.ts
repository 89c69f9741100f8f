import type { FakeSubscriptions } from '../fake-provider.ts'
import { list, type StripeCall, StripeRefusal } from '../fake-stripe-api.ts'
import {
  chargeObject,
  disputeObject,
  newStripeId,
  refundedSum,
  sessionObject,
  type StripePurchase,
  toMinor,
} from '../fake-stripe-objects.ts'

type Invoice = { id: string; created: number; reason: string; status: 'open' | 'paid'; payment: StripePurchase }
type Subscription = {
  id: string
  customer: string
  page: StripePurchase
  status: 'active' | 'past_due' | 'canceled'
  cancelAtPeriodEnd: boolean
  startDate: number
  /** Newest first, as Stripe lists them. */
  invoices: Invoice[]
}
type Parts = {
  livemode: boolean
  purchases: StripePurchase[]
  purchaseOf: (pageRef: string) => StripePurchase
  emit: (type: string, object: object) => Promise<void>
}

/** Subscriptions of the stand-in for Stripe. Each invoice has a payment of its own, which has none of our metadata. */
export function createStripeSubscriptions({ livemode, purchases, purchaseOf, emit }: Parts) {
  const all: Subscription[] = []

  function of(pageRef: string): Subscription {
    const found = all.find(({ page }) => page.sessionId === pageRef)
    if (!found) throw new Error(`Stripe has no subscription of the page ${pageRef}`)
    return found
  }

  function addInvoice(subscription: Subscription, reason: string): Invoice {
    const { page } = subscription
    const payment: StripePurchase = {
      ...page,
      total: reason === 'subscription_create' ? page.total - page.discount : page.total,
      sessionId: newStripeId('none'),
      metadata: {},
      intentMetadata: {},
      reference: null,
      subscription: null,
      state: 'complete',
      intent: { id: newStripeId('pi'), chargeId: newStripeId('ch'), state: 'requires_payment_method' },
      refunds: [],
      dispute: null,
    }
    purchases.push(payment)
    const created = Math.floor(Date.now() / 1000)
    const invoice: Invoice = { id: newStripeId('in'), created, reason, status: 'open', payment }
    subscription.invoices.unshift(invoice)
    return invoice
  }

  async function settle(subscription: Subscription, invoice: Invoice, outcome: 'paid' | 'failed'): Promise<void> {
    if (outcome === 'paid') {
      invoice.status = 'paid'
      if (invoice.payment.intent) invoice.payment.intent.state = 'succeeded'
    }
    subscription.status = outcome === 'paid' ? 'active' : 'past_due'
    await emit(outcome === 'paid' ? 'invoice.paid' : 'invoice.payment_failed', invoiceObject(subscription, invoice))
    await emit('customer.subscription.updated', subscriptionObject(subscription))
  }

  async function cancel(subscription: Subscription): Promise<void> {
    subscription.status = 'canceled'
    await emit('customer.subscription.deleted', subscriptionObject(subscription))
  }

  function answer({ method, path, query }: StripeCall): object | undefined {
    const [, , resource, id] = path.split('/')
    const find = (is: (subscription: Subscription) => boolean) => {
      const found = all.find(is)
      if (!found) throw new StripeRefusal(404, { code: 'resource_missing', message: 'No such object', param: 'id' })
      return found
    }
    switch (`${method} ${resource}`) {
      case 'GET subscriptions':
        return subscriptionObject(find((each) => each.id === id))
      case 'DELETE subscriptions': {
        const running = find((each) => each.id === id && each.status !== 'canceled')
        void cancel(running)
        return subscriptionObject(running)
      }
      case 'GET invoices': {
        const subscription = find((each) => each.id === query.get('subscription'))
        return list(subscription.invoices.map((invoice) => invoiceObject(subscription, invoice, hasPayments(query))))
      }
      case 'GET charges': {
        const { invoices } = find(({ customer }) => customer === query.get('customer'))
        return list(invoices.filter(({ status }) => status === 'paid').map(({ payment }) => chargeObject(payment)))
      }
      case 'GET invoice_payments': {
        const ofIntent = ({ payment }: Invoice) => payment.intent?.id === query.get('payment[payment_intent]')
        const subscription = all.find(({ invoices }) => invoices.some(ofIntent))
        const invoice = subscription?.invoices.find(ofIntent)
        return list(
          subscription && invoice ? [{ ...paymentObject(invoice), invoice: invoiceObject(subscription, invoice) }] : [],
        )
      }
      default:
        return undefined
    }
  }

  function subscriptionObject({ id, customer, page, status, cancelAtPeriodEnd, startDate }: Subscription): object {
    return {
      id,
      object: 'subscription',
      livemode,
      customer,
      status,
      start_date: startDate,
      billing_cycle_anchor: startDate,
      cancel_at: null,
      cancel_at_period_end: cancelAtPeriodEnd,
      items: { object: 'list', data: [{ object: 'subscription_item', current_period_end: startDate + 7 * 86_400 }] },
      metadata: page.subscription?.metadata ?? {},
    }
  }

  const newest = (pageRef: string): Invoice => {
    const invoice = of(pageRef).invoices.find(({ status }) => status === 'paid')
    if (!invoice) throw new Error('nothing was paid')
    return invoice
  }

  return {
    answer,
    /** The buyer pays on the page. */
    async start(pageRef: string): Promise<void> {
      const page = purchaseOf(pageRef)
      if (page.state !== 'open' || !page.subscription) throw new Error(`The page is ${page.state}`)
      const startDate = Math.floor(Date.now() / 1000)
      const [id, customer] = [newStripeId('sub'), newStripeId('cus')]
      const created: Subscription = {
        id,
        customer,
        page,
        status: 'active',
        cancelAtPeriodEnd: false,
        startDate,
        invoices: [],
      }
      all.push(created)
      page.state = 'complete'
      page.subscription.id = id
      await settle(created, addInvoice(created, 'subscription_create'), 'paid')
      await emit('checkout.session.completed', sessionObject(page))
    },
    async charge(pageRef, outcome = 'paid') {
      const subscription = of(pageRef)
      if (subscription.status === 'canceled' || subscription.cancelAtPeriodEnd) return
      const open = subscription.invoices.find(({ status }) => status === 'open')
      await settle(subscription, open ?? addInvoice(subscription, 'subscription_cycle'), outcome)
    },
    async refundNewest(pageRef) {
      const { payment } = newest(pageRef)
      const created = Math.floor(Date.now() / 1000)
      const refund = { id: newStripeId('re'), metadata: {}, created, status: 'succeeded' }
      payment.refunds.push({ ...refund, amount: payment.total - refundedSum(payment) })
      await emit('charge.refunded', chargeObject(payment))
    },
    async disputeNewest(pageRef) {
      const { payment } = newest(pageRef)
      payment.dispute = { id: newStripeId('du'), status: 'needs_response' }
      await emit('charge.dispute.created', disputeObject(payment))
    },
    async cancel(pageRef) {
      const subscription = of(pageRef)
      subscription.cancelAtPeriodEnd = true
      await emit('customer.subscription.updated', subscriptionObject(subscription))
    },
    stateOf(pageRef) {
      const { status, cancelAtPeriodEnd, invoices, page } = of(pageRef)
      const refunded = invoices.reduce((sum, { payment }) => sum + refundedSum(payment), 0)
      return {
        isRunning: status !== 'canceled' && !cancelAtPeriodEnd,
        paid: invoices.filter((invoice) => invoice.status === 'paid').length,
        refundedMinor: toMinor(refunded, page.currency),
        period: page.subscription?.period ?? '',
      }
    },
  } satisfies FakeSubscriptions & { answer: unknown; start: unknown }
}

function invoiceObject(
  { id: subscription, page, customer }: Subscription,
  invoice: Invoice,
  withPayments = false,
): object {
  const { total, currency, livemode } = invoice.payment
  return {
    id: invoice.id,
    object: 'invoice',
    livemode,
    customer,
    created: invoice.created,
    billing_reason: invoice.reason,
    status: invoice.status,
    attempted: true,
    amount_due: total,
    amount_paid: invoice.status === 'paid' ? total : 0,
    currency,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription, metadata: page.subscription?.metadata ?? {} },
    },
    ...(withPayments && { payments: { object: 'list', has_more: false, data: [paymentObject(invoice)] } }),
  }
}

function paymentObject({ id: invoice, status, payment }: Invoice) {
  return {
    object: 'invoice_payment',
    invoice,
    status: status === 'paid' ? 'paid' : 'open',
    payment: { type: 'payment_intent', payment_intent: payment.intent?.id },
  }
}

function hasPayments(query: URLSearchParams): boolean {
  return [...query].some(([name, value]) => name.startsWith('expand') && value === 'data.payments')
}
