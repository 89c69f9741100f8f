import { Stripe } from 'stripe'
import { AppError } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import type { Account, Credentials, Facts, PaymentRefs, Provider, ProviderRefund, RefundState } from '../provider.ts'
import { toStripeAmount } from './stripe-amount.ts'
import { readStripeEvent } from './stripe-event.ts'
import {
  factsOfIntent,
  factsOfSession,
  furthestDispute,
  requireShape,
  StripeIntent,
  StripeSession,
} from './stripe-facts.ts'
import { callStripe } from './stripe-failure.ts'
import { openStripePage } from './stripe-page.ts'

const FIELDS = [
  {
    name: 'secretKey',
    hint: 'Secret key, or a restricted key that may write Checkout Sessions and Refunds and read Payment Intents, Charges and Disputes',
    form: /^[rs]k_(live|test)_[A-Za-z0-9_]{8,240}$/,
    example: 'sk_live_…',
  },
  {
    name: 'webhookSecret',
    hint: 'Signing secret of the webhook endpoint',
    form: /^whsec_[A-Za-z0-9+/=_-]{8,240}$/,
    example: 'whsec_…',
  },
] as const

type Options = { apiUrl?: URL; timeLimitMs?: number }

export function createStripe({ apiUrl, timeLimitMs = 10_000 }: Options = {}): Provider {
  return {
    name: 'stripe',
    fields: FIELDS.map(({ name, hint }) => ({ name, hint })),
    connect(credentials): Account {
      const { secretKey, webhookSecret } = requireCredentials(credentials)
      const stripe = new Stripe(secretKey, {
        apiVersion: Stripe.API_VERSION,
        timeout: timeLimitMs,
        // The package's other client starts to count when it is connected, and again with every byte.
        httpClient: Stripe.createFetchHttpClient(),
        maxNetworkRetries: 1,
        telemetry: false,
        ...(apiUrl && whereIs(apiUrl)),
      })
      return {
        openPaymentPage: (order) => openStripePage(stripe, order),
        readCallback: async (callback) => readStripeEvent(callback, webhookSecret),
        ask: (refs) => ask(stripe, refs),
        refund: (refund) => makeRefund(stripe, refund),
      }
    },
  }
}

function requireCredentials(credentials: Credentials): { secretKey: string; webhookSecret: string } {
  for (const { name, form, example } of FIELDS) {
    if (!form.test(credentials[name] ?? '')) {
      throw new AppError('invalid_request', `The ${name} of Stripe must look like ${example}`)
    }
  }
  return { secretKey: credentials['secretKey'] ?? '', webhookSecret: credentials['webhookSecret'] ?? '' }
}

function whereIs({ protocol, hostname, port }: URL) {
  const http = protocol === 'http:'
  return { protocol: http ? 'http' : 'https', host: hostname, port: port || (http ? 80 : 443) } as const
}

/** Stripe has no search by what we wrote that is up to date, so a checkout alone is not enough to ask. */
async function ask(stripe: Stripe, { pageRef, paymentRef }: PaymentRefs): Promise<Facts | undefined> {
  const facts = pageRef === undefined ? await askPayment(stripe, paymentRef) : await askPage(stripe, pageRef)
  if (facts?.dispute !== 'open' || facts.paymentRef === null) return facts
  const { paymentRef: disputed } = facts
  const { data } = await callStripe(() => stripe.disputes.list({ payment_intent: disputed, limit: 100 }))
  return { ...facts, dispute: furthestDispute(data) }
}

async function askPage(stripe: Stripe, pageRef: string): Promise<Facts | undefined> {
  const answer = await callStripe(() =>
    stripe.checkout.sessions.retrieve(pageRef, { expand: ['payment_intent.latest_charge'] }),
  )
  const session = requireShape(StripeSession, answer, 'provider_refused')
  return session.status === 'open' && session.payment_intent === null ? undefined : factsOfSession(session)
}

async function askPayment(stripe: Stripe, paymentRef: string | undefined): Promise<Facts | undefined> {
  if (paymentRef === undefined) return undefined
  const answer = await callStripe(() => stripe.paymentIntents.retrieve(paymentRef, { expand: ['latest_charge'] }))
  return factsOfIntent(requireShape(StripeIntent, answer, 'provider_refused'))
}

/** Stripe forgets idempotency keys after a day; what is written on the refund stays. */
async function makeRefund(stripe: Stripe, { refundId, paymentRef, amountMinor, currency }: ProviderRefund) {
  const amount = toStripeAmount(amountMinor, currency)
  if (amount === undefined) {
    throw new AppError('provider_refused', `Stripe cannot refund ${amountMinor} of the smallest unit of ${currency}`)
  }
  const ours = formatId('rfd', refundId)
  return callStripe(async () => {
    for await (const made of stripe.refunds.list({ payment_intent: paymentRef, limit: 100 })) {
      if (made.metadata?.['refundId'] === ours) return stateOf(made)
    }
    const made = await stripe.refunds.create(
      { payment_intent: paymentRef, amount, metadata: { refundId: ours } },
      { idempotencyKey: `refund ${ours}` },
    )
    return stateOf(made)
  })
}

function stateOf({ status }: Stripe.Refund): RefundState {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}
