import { isUtf8 } from 'node:buffer'
import { Stripe } from 'stripe'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { AppError } from '../../errors.ts'
import { requireRecentSignature, requireSingleHeader, SIGNATURE_TOLERANCE_SECONDS } from '../callback-signature.ts'
import type { Callback, Facts, CallbackEvent } from '../provider.ts'
import {
  factsOfCharge,
  factsOfDispute,
  factsOfSession,
  modeOfLivemode,
  requireShape,
  StripeCharge,
  StripeDispute,
  StripeSession,
} from './stripe-facts.ts'

/** The webhook endpoint of a store needs these events. Others are ignored. */
export const CALLBACK_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.updated',
  'customer.subscription.deleted',
] as const

export function readStripeCallback(callback: Callback, webhookSecret: string): CallbackEvent {
  const { id, type, data, livemode } = requireShape(
    StripeEvent,
    verifyEvent(callback, webhookSecret),
    'invalid_request',
  )
  const subscriptionRef = subscriptionOfEvent(type, data.object)
  if (subscriptionRef !== undefined)
    return { eventId: id, kind: type, content: { subscriptionRefs: { subscriptionRef } } }
  const facts = factsOfEvent(type, data.object)
  if (facts && facts.mode !== modeOfLivemode(livemode)) {
    throw new AppError('invalid_request', 'The event and its object disagree about livemode')
  }
  return { eventId: id, kind: type, content: facts ? { facts } : 'ignored' }
}

/** Other software that uses the same account sets other metadata. */
const Ours = Type.Object({ checkoutId: Type.String() })

const StripeEvent = Type.Object({
  id: Type.String({ minLength: 1 }),
  type: Type.String(),
  livemode: Type.Boolean(),
  data: Type.Object({ object: Type.Unknown() }),
})

/** One timestamp in one format. The stripe package also accepts malformed timestamps and text after a signature. */
const WELL_FORMED = /^t=\d{10}(,(v1=[0-9a-f]{64}|(?!t=|v1=)[a-z]\w*=[^,]*))+$/

function verifyEvent(callback: Callback, webhookSecret: string): unknown {
  const header = requireSingleHeader(callback, 'stripe-signature')
  if (!WELL_FORMED.test(header)) throw new AppError('signature_invalid', 'The stripe-signature header is malformed')
  // The stripe package removes a byte order mark and replaces invalid bytes before it compares the signature.
  if (!isUtf8(callback.body)) throw new AppError('signature_invalid', 'The body is not valid UTF-8')
  const text = callback.body.toString()
  try {
    const receivedAt = callback.receivedAt.getTime()
    const event: unknown = Stripe.webhooks.constructEvent(
      text,
      header,
      webhookSecret,
      SIGNATURE_TOLERANCE_SECONDS,
      undefined,
      receivedAt,
    )
    // The stripe package accepts signatures from the future.
    requireRecentSignature(signedAt(header), callback)
    return event
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      throw new AppError(
        'signature_invalid',
        'The signature is wrong. Check the signing secret of this webhook endpoint.',
      )
    }
    throw new AppError('invalid_request', 'The event cannot be read. Configure the endpoint to send snapshot events.')
  }
}

function signedAt(header: string): number {
  return Number(/^t=(\d+)/.exec(header)?.[1])
}

const SubscribedSession = Type.Object({
  mode: Type.Literal('subscription'),
  subscription: Type.String(),
  metadata: Ours,
})
const Details = Type.Object({ subscription: Type.String(), metadata: Ours })
const SubscriptionInvoice = Type.Object({ parent: Type.Object({ subscription_details: Details }) })
/** Of endpoints with an API version before 2025. */
const OldInvoice = Type.Object({ subscription: Type.String(), subscription_details: Type.Object({ metadata: Ours }) })
const Subscription = Type.Object({ id: Type.String(), metadata: Ours })

/** The subscription to query. Undefined if the event is about none of ours. */
function subscriptionOfEvent(type: string, object: unknown): string | undefined {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
      return Value.Check(SubscribedSession, object) ? object.subscription : undefined
    case 'invoice.paid':
    case 'invoice.payment_failed':
      if (Value.Check(SubscriptionInvoice, object)) return object.parent.subscription_details.subscription
      return Value.Check(OldInvoice, object) ? object.subscription : undefined
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return Value.Check(Subscription, object) ? object.id : undefined
    default:
      return undefined
  }
}

function factsOfEvent(type: string, object: unknown): Facts | undefined {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const session = requireShape(StripeSession, object, 'invalid_request')
      // A session without our metadata belongs to other software that uses the same Stripe account.
      if (session.metadata?.checkoutId === undefined) return undefined
      const facts = factsOfSession(session)
      return { ...facts, closed: facts.closed || (type === 'checkout.session.async_payment_failed' && !facts.paid) }
    }
    case 'charge.refunded':
      return ignoreWithoutPayment(factsOfCharge(requireShape(StripeCharge, object, 'invalid_request')))
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return ignoreWithoutPayment(factsOfDispute(requireShape(StripeDispute, object, 'invalid_request')))
    default:
      return undefined
  }
}

function ignoreWithoutPayment(facts: Facts): Facts | undefined {
  return facts.paymentRef === null ? undefined : facts
}
