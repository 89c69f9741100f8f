import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { AppError, type ErrorCode } from '../../errors.ts'
import { type Dispute, type Facts, laterDispute, NO_FACTS } from '../provider.ts'
import type { StoreMode } from '../../stores/store.ts'
import { fromStripeAmount } from './stripe-amount.ts'

export const Amount = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** The metadata that openPaymentPage sets. Other software that uses the same account may set different metadata. */
export const Metadata = Type.Object({ storeId: Type.Optional(Type.String()), checkoutId: Type.Optional(Type.String()) })

export const StripeCharge = Type.Object({
  livemode: Type.Boolean(),
  status: Type.String(),
  amount_captured: Amount,
  amount_refunded: Amount,
  currency: Type.String(),
  disputed: Type.Boolean(),
  payment_intent: orNull(Type.String()),
  metadata: orNull(Metadata),
})

export const StripeIntent = Type.Object({
  id: Type.String(),
  livemode: Type.Boolean(),
  status: Type.String(),
  amount_received: Amount,
  currency: Type.String(),
  latest_charge: Type.Union([Type.String(), StripeCharge, Type.Null()]),
  metadata: orNull(Metadata),
})

export const StripeSession = Type.Object({
  /** The first payment of a subscription is that of its first invoice. */
  mode: Type.Optional(Type.String()),
  livemode: Type.Boolean(),
  status: orNull(Type.String()),
  payment_status: Type.String(),
  amount_total: orNull(Amount),
  currency: orNull(Type.String()),
  payment_intent: Type.Union([Type.String(), StripeIntent, Type.Null()]),
  metadata: orNull(Metadata),
})

export const StripeDispute = Type.Object({
  livemode: Type.Boolean(),
  status: Type.String(),
  payment_intent: orNull(Type.String()),
})

/** The owner's endpoint selects the API version of events, so their shape must be checked. */
export function requireShape<T extends TSchema>(schema: T, value: unknown, code: ErrorCode): Static<T> {
  if (Value.Check(schema, value)) return value
  throw new AppError(
    code,
    'Stripe sent an object with unknown fields. Check that the webhook endpoint uses a recent API version.',
  )
}

/** A callback contains only the id of the payment intent; the answer to a query contains the intent itself. */
export function factsOfSession(session: Static<typeof StripeSession>): Facts {
  const { payment_intent: intent, payment_status: status, amount_total: amount, currency } = session
  const facts = typeof intent === 'object' && intent ? factsOfIntent(intent) : { ...NO_FACTS, paymentRef: intent }
  const isPaid = status !== 'unpaid' && session.mode !== 'subscription'
  if (isPaid && amount !== null && currency !== null) facts.paid ??= moneyOf(amount, currency)
  facts.closed ||= session.status === 'expired' || (session.status === 'complete' && hasFailed(intent))
  return { ...facts, ...originOf(session), closed: facts.closed && !facts.paid }
}

export function factsOfIntent(intent: Static<typeof StripeIntent>): Facts {
  const { latest_charge: charge } = intent
  const facts = typeof charge === 'object' && charge ? factsOfCharge(charge) : { ...NO_FACTS }
  const paid = intent.status === 'succeeded' ? moneyOf(intent.amount_received, intent.currency) : null
  return { ...facts, ...originOf(intent), paymentRef: intent.id, paid, closed: intent.status === 'canceled' }
}

export function factsOfCharge(charge: Static<typeof StripeCharge>): Facts {
  return {
    ...NO_FACTS,
    ...originOf(charge),
    paymentRef: charge.payment_intent,
    paid: charge.status === 'succeeded' ? moneyOf(charge.amount_captured, charge.currency) : null,
    refundedMinor: moneyOf(charge.amount_refunded, charge.currency).amountMinor,
    dispute: charge.disputed ? 'open' : 'none',
  }
}

/** Disputes do not carry our metadata, so the payment is found by its id. */
export function factsOfDispute(dispute: Static<typeof StripeDispute>): Facts {
  const mode = modeOfLivemode(dispute.livemode)
  return { ...NO_FACTS, mode, paymentRef: dispute.payment_intent, dispute: disputeOf(dispute) }
}

export function latestDispute(disputes: { status: string }[]): Dispute {
  return disputes.map(disputeOf).reduce(laterDispute, 'open')
}

type Origin = { metadata: Static<typeof Metadata> | null; livemode: boolean }

function originOf({ metadata, livemode }: Origin): Pick<Facts, 'storeId' | 'checkoutId' | 'mode'> {
  const { storeId = null, checkoutId = null } = metadata ?? {}
  return { storeId, checkoutId, mode: modeOfLivemode(livemode) }
}

export function modeOfLivemode(livemode: boolean): StoreMode {
  return livemode ? 'live' : 'test'
}

/** A completed page cannot be paid again, so it is closed when its delayed payment fails. */
function hasFailed(intent: Static<typeof StripeSession>['payment_intent']): boolean {
  return typeof intent === 'object' && intent?.status === 'requires_payment_method'
}

/** A closed inquiry and a prevented dispute cost the store nothing, so they count as won. */
function disputeOf({ status }: { status: string }): Dispute {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open'
}

export function moneyOf(amount: number, currency: string): { amountMinor: number; currency: string } {
  const known = fromStripeAmount(amount, currency)
  if (known) return known
  throw new AppError(
    'provider_refused',
    `Stripe reports an amount that minor units cannot represent: ${amount} ${currency}`,
  )
}
