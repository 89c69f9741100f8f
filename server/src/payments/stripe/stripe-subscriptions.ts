import { Stripe } from 'stripe'
import { type Static, Type } from 'typebox'
import { AppError } from '../../errors.ts'
import { type Facts, NO_FACTS, type ProviderSubscriptions, type SubscriptionRefs } from '../provider.ts'
import type { SubscriptionReport } from '../provider.ts'
import { callStripe } from './call-stripe.ts'
import {
  Amount,
  factsOfCharge,
  latestDispute,
  Metadata,
  moneyOf,
  modeOfLivemode,
  orNull,
  requireShape,
  StripeCharge,
} from './stripe-facts.ts'

/** More than a year of weeks. */
const MAX_INVOICES = 100
const MAX_CHARGES = 100
/** Other invoices are those that the owner created or changed at Stripe. */
const PERIODIC = new Set(['subscription_create', 'subscription_cycle'])
const ENDED = new Set(['canceled', 'incomplete_expired'])

const Session = Type.Object({ subscription: orNull(Type.String()) })

const Subscription = Type.Object({
  id: Type.String(),
  livemode: Type.Boolean(),
  status: Type.String(),
  customer: Type.String(),
  start_date: Type.Integer(),
  cancel_at_period_end: Type.Boolean(),
  cancel_at: orNull(Type.Integer()),
  items: Type.Object({ data: Type.Array(Type.Object({ current_period_end: Type.Integer() })) }),
  metadata: orNull(Metadata),
})

const Payment = Type.Object({
  status: Type.String(),
  payment: Type.Object({ payment_intent: Type.Optional(orNull(Type.String())) }),
})

const Invoice = Type.Object({
  status: orNull(Type.String()),
  billing_reason: orNull(Type.String()),
  created: Type.Integer(),
  attempted: Type.Boolean(),
  amount_paid: Amount,
  currency: Type.String(),
  payments: Type.Object({ data: Type.Array(Payment) }),
})

type Charge = Static<typeof StripeCharge>

export function stripeSubscriptions(stripe: Stripe): ProviderSubscriptions {
  return {
    async query(refs) {
      const ref = await findRef(stripe, refs)
      return ref === undefined ? undefined : report(stripe, ref)
    },
    async stop(ref) {
      try {
        await callStripe(() => stripe.subscriptions.cancel(ref))
      } catch (error) {
        // Stripe refuses to cancel a second time.
        if (!(error instanceof AppError) || error.code !== 'provider_refused') throw error
        if (!ENDED.has((await readSubscription(stripe, ref)).status)) throw error
      }
    },
  }
}

/** A restricted key can sell without these permissions, and the payment would then never be found. */
export async function requireSubscriptionAccess(stripe: Stripe): Promise<void> {
  const isAllowed = await callStripe(async () => {
    try {
      await stripe.subscriptions.list({ limit: 1 })
      await stripe.invoices.list({ limit: 1 })
      return true
    } catch (error) {
      if (error instanceof Stripe.errors.StripePermissionError) return false
      throw error
    }
  })
  if (isAllowed) return
  throw new AppError(
    'provider_refused',
    'This restricted key of Stripe cannot sell subscriptions. Add the permissions Subscriptions (write) and Invoices (read) in the Stripe dashboard.',
  )
}

async function findRef(stripe: Stripe, { subscriptionRef, pageRef, paymentRef }: SubscriptionRefs) {
  if (subscriptionRef !== undefined) return subscriptionRef
  if (pageRef !== undefined) {
    const answer = await callStripe(() => stripe.checkout.sessions.retrieve(pageRef))
    return requireShape(Session, answer, 'provider_refused').subscription ?? undefined
  }
  if (paymentRef === undefined) return undefined
  const { data } = await callStripe(() =>
    stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: paymentRef },
      limit: 1,
      expand: ['data.invoice'],
    }),
  )
  const invoice = data[0]?.invoice
  const ref = typeof invoice === 'object' && 'parent' in invoice && invoice.parent?.subscription_details?.subscription
  return typeof ref === 'string' ? ref : undefined
}

async function readSubscription(stripe: Stripe, ref: string): Promise<Static<typeof Subscription>> {
  const answer = await callStripe(() => stripe.subscriptions.retrieve(ref))
  return requireShape(Subscription, answer, 'provider_refused')
}

async function report(stripe: Stripe, ref: string): Promise<SubscriptionReport | undefined> {
  const subscription = await readSubscription(stripe, ref)
  const { livemode, customer, metadata } = subscription
  // Without our metadata it belongs to other software that uses the same Stripe account.
  if (metadata?.checkoutId === undefined) return undefined
  const invoices = await callStripe(() =>
    stripe.invoices.list({ subscription: ref, limit: MAX_INVOICES, expand: ['data.payments'] }),
  )
  // An invoice does not show refunds, and the page created this customer for one subscription.
  const charges = await callStripe(() => stripe.charges.list({ customer, limit: MAX_CHARGES }))
  const read = invoices.data
    .map((invoice) => requireShape(Invoice, invoice, 'provider_refused'))
    .filter(({ billing_reason: reason }) => PERIODIC.has(reason ?? ''))
    .map((invoice) =>
      readInvoice(
        invoice,
        charges.data.map((each) => requireShape(StripeCharge, each, 'provider_refused')),
      ),
    )
  for (const { facts } of read) {
    const { paymentRef, dispute } = facts
    if (dispute !== 'open' || paymentRef === null) continue
    const { data } = await callStripe(() => stripe.disputes.list({ payment_intent: paymentRef, limit: 100 }))
    facts.dispute = latestDispute(data)
  }
  return {
    storeId: metadata.storeId ?? null,
    checkoutId: metadata.checkoutId,
    mode: modeOfLivemode(livemode),
    subscriptionRef: subscription.id,
    startedAt: read.some(({ facts }) => facts.paid) ? new Date(subscription.start_date * 1000) : null,
    stopped: hasStopped(subscription),
    invoices: read,
  }
}

/** The buyer can cancel at Stripe with effect at the end of the period. */
function hasStopped({ status, items, ...subscription }: Static<typeof Subscription>): boolean {
  const { cancel_at: cancelAt, cancel_at_period_end: atPeriodEnd } = subscription
  const periodEnd = Math.max(...items.data.map(({ current_period_end: end }) => end))
  return ENDED.has(status) || atPeriodEnd || (cancelAt !== null && cancelAt <= periodEnd)
}

/** Stripe creates the invoice when the period starts, and tries to charge it for days. */
function readInvoice(invoice: Static<typeof Invoice>, charges: Charge[]): SubscriptionReport['invoices'][number] {
  const payments = invoice.payments.data
  const { payment } = payments.find(({ status }) => status === 'paid') ?? payments.at(-1) ?? {}
  const paymentRef = payment?.payment_intent ?? null
  const ofInvoice = charges.filter((charge) => paymentRef !== null && charge.payment_intent === paymentRef)
  const charge = ofInvoice.find(({ status }) => status === 'succeeded')
  const facts: Facts = { ...NO_FACTS, ...(charge && factsOfCharge(charge)), paymentRef }
  const chargedAt = new Date(invoice.created * 1000)
  if (invoice.status === 'paid') {
    const paid = moneyOf(invoice.amount_paid, invoice.currency)
    return { chargedAt, failed: false, facts: { ...facts, paid } }
  }
  const isUnpaid = invoice.status === 'open' || invoice.status === 'uncollectible'
  // A payment that takes days is pending for that long.
  const isPending = ofInvoice.some(({ status }) => status === 'pending')
  return { chargedAt, failed: isUnpaid && invoice.attempted && !isPending, facts: { ...facts, paid: null } }
}
