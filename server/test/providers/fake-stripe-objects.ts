import { randomBytes } from 'node:crypto'
import type { PaymentRecord } from './fake-provider.ts'

type Metadata = Record<string, string>
export type StripeRefund = { id: string; amount: number; metadata: Metadata; created: number; status: string }

/** One session with its payment, refunds and dispute. Amounts are in the units of Stripe. */
export type StripePurchase = {
  sessionId: string
  livemode: boolean
  currency: string
  total: number
  /** What a coupon takes off the first period. */
  discount: number
  metadata: Metadata
  intentMetadata: Metadata
  reference: string | null
  returnUrl: string
  cancelUrl: string
  expiresAt: number
  state: 'open' | 'complete' | 'expired'
  /** Null for a single payment. */
  subscription: { metadata: Metadata; period: string; id: string | null } | null
  /** Null until the buyer tries to pay. */
  intent: {
    id: string
    chargeId: string
    state: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled'
  } | null
  refunds: StripeRefund[]
  dispute: { id: string; status: string } | null
}

/** Currencies whose units differ from ISO 4217. Does not use the table of the adapter, so that a mistake there is found. */
const HUNDREDTHS_OF_WHOLE = ['isk', 'ugx']
const WHOLE_OF_HUNDREDTHS = ['mga']

export function toStripe(minor: number, currency: string): number {
  if (WHOLE_OF_HUNDREDTHS.includes(currency)) return minor / 100
  return HUNDREDTHS_OF_WHOLE.includes(currency) ? minor * 100 : minor
}

export function toMinor(amount: number, currency: string): number {
  if (WHOLE_OF_HUNDREDTHS.includes(currency)) return amount * 100
  return HUNDREDTHS_OF_WHOLE.includes(currency) ? amount / 100 : amount
}

export function newStripeId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

export function refundedSum({ refunds }: StripePurchase): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}

export function paymentRecord(purchase: StripePurchase): PaymentRecord {
  const { intent, currency, total, reference, returnUrl } = purchase
  return {
    id: intent?.id ?? '',
    reference,
    currency: currency.toUpperCase(),
    paidMinor: toMinor(total, currency),
    refundedMinor: toMinor(refundedSum(purchase), currency),
    returnUrl,
  }
}

export function sessionObject(purchase: StripePurchase, expanded = false): object {
  const { intent, state } = purchase
  return {
    id: purchase.sessionId,
    object: 'checkout.session',
    amount_total: purchase.total,
    client_reference_id: purchase.reference,
    currency: purchase.currency,
    livemode: purchase.livemode,
    expires_at: purchase.expiresAt,
    metadata: purchase.metadata,
    mode: purchase.subscription ? 'subscription' : 'payment',
    subscription: purchase.subscription?.id ?? null,
    payment_intent: intent && expanded ? intentObject(purchase, true) : (intent?.id ?? null),
    payment_status: intent?.state === 'succeeded' || (purchase.subscription?.id ?? null) !== null ? 'paid' : 'unpaid',
    status: state,
    url: state === 'open' ? `https://checkout.stripe.com/c/pay/${purchase.sessionId}` : null,
  }
}

export function intentObject(purchase: StripePurchase, expanded = false): object {
  const { intent } = purchase
  const tried = intent?.state === 'succeeded' || intent?.state === 'processing'
  return {
    id: intent?.id,
    object: 'payment_intent',
    amount: purchase.total,
    amount_received: intent?.state === 'succeeded' ? purchase.total : 0,
    currency: purchase.currency,
    livemode: purchase.livemode,
    latest_charge: tried ? (expanded ? chargeObject(purchase) : intent?.chargeId) : null,
    metadata: purchase.intentMetadata,
    status: intent?.state,
  }
}

export function chargeObject(purchase: StripePurchase): object {
  const { intent, total, dispute } = purchase
  const succeeded = intent?.state === 'succeeded'
  const refunded = refundedSum(purchase)
  return {
    id: intent?.chargeId,
    object: 'charge',
    amount: total,
    amount_captured: succeeded ? total : 0,
    amount_refunded: refunded,
    captured: succeeded,
    currency: purchase.currency,
    livemode: purchase.livemode,
    disputed: dispute !== null,
    metadata: purchase.intentMetadata,
    paid: succeeded,
    payment_intent: intent?.id,
    refunded: refunded === total,
    status: succeeded ? 'succeeded' : 'pending',
  }
}

export function disputeObject({ dispute, intent, total, currency, livemode }: StripePurchase): object {
  return {
    id: dispute?.id,
    object: 'dispute',
    amount: total,
    charge: intent?.chargeId,
    currency,
    livemode,
    metadata: {},
    payment_intent: intent?.id,
    reason: 'fraudulent',
    status: dispute?.status,
  }
}

export function refundObject(
  { intent, currency }: StripePurchase,
  { id, amount, metadata, created, status }: StripeRefund,
): object {
  return {
    id,
    object: 'refund',
    amount,
    charge: intent?.chargeId,
    created,
    currency,
    metadata,
    payment_intent: intent?.id,
    status,
  }
}
