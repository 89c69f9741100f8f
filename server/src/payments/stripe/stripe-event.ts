import { isUtf8 } from 'node:buffer'
import { Stripe } from 'stripe'
import { Type } from 'typebox'
import { AppError } from '../../errors.ts'
import { requireRecent, signedHeader, TOLERANCE_SECONDS } from '../callback-header.ts'
import type { Callback, Facts, Notice } from '../provider.ts'
import {
  factsOfCharge,
  factsOfDispute,
  factsOfSession,
  requireShape,
  StripeCharge,
  StripeDispute,
  StripeSession,
} from './stripe-facts.ts'

/** What an owner's endpoint must be subscribed to. Whatever else it sends tells us nothing. */
export function readStripeEvent(callback: Callback, webhookSecret: string): Notice {
  const { id, type, data } = requireShape(StripeEvent, verified(callback, webhookSecret), 'invalid_request')
  const facts = factsOfEvent(type, data.object)
  return { eventId: id, kind: type, tells: facts ? { facts } : 'nothing' }
}

const StripeEvent = Type.Object({
  id: Type.String({ minLength: 1 }),
  type: Type.String(),
  data: Type.Object({ object: Type.Unknown() }),
})

/** One moment in one spelling; the package reads whatever begins with a number, and passes over what follows a signature. */
const WELL_FORMED = /^t=\d{10}(,(v1=[0-9a-f]{64}|(?!t=|v1=)[a-z]\w*=[^,]*))+$/

function verified(callback: Callback, webhookSecret: string): unknown {
  const header = signedHeader(callback, 'stripe-signature')
  if (!WELL_FORMED.test(header)) throw new AppError('signature_invalid', 'The stripe-signature is not well formed')
  // As text, because the package drops a byte order mark and swallows broken bytes before it compares.
  if (!isUtf8(callback.body)) throw new AppError('signature_invalid', 'The body is not text')
  const text = callback.body.toString()
  try {
    const receivedAt = callback.receivedAt.getTime()
    const event: unknown = Stripe.webhooks.constructEvent(
      text,
      header,
      webhookSecret,
      TOLERANCE_SECONDS,
      undefined,
      receivedAt,
    )
    // The package lets signatures from the future pass.
    requireRecent(signedAt(header), callback)
    return event
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
      throw new AppError(
        'signature_invalid',
        'The signature does not fit; is this the signing secret of this endpoint?',
      )
    }
    throw new AppError('invalid_request', 'The event cannot be read; Stripe must send snapshot events as JSON')
  }
}

function signedAt(header: string): number {
  return Number(/^t=(\d+)/.exec(header)?.[1])
}

function factsOfEvent(type: string, object: unknown): Facts | undefined {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const session = requireShape(StripeSession, object, 'invalid_request')
      // Pages always carry what we wrote on them: without it, it is a page of other software at the same account.
      if (session.metadata?.checkoutId === undefined) return undefined
      const facts = factsOfSession(session)
      return { ...facts, closed: facts.closed || (type === 'checkout.session.async_payment_failed' && !facts.paid) }
    }
    case 'charge.refunded':
      return ofPayment(factsOfCharge(requireShape(StripeCharge, object, 'invalid_request')))
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return ofPayment(factsOfDispute(requireShape(StripeDispute, object, 'invalid_request')))
    default:
      return undefined
  }
}

function ofPayment(facts: Facts): Facts | undefined {
  return facts.paymentRef === null ? undefined : facts
}
