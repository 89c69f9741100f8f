import { Stripe } from 'stripe'
import { AppError } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import type {
  ProviderConnection,
  Credentials,
  Facts,
  PaymentRefs,
  Provider,
  RefundRequest,
  RefundState,
} from '../provider.ts'
import type { StoreMode } from '../../stores/store.ts'
import { checkStripeAccount, createStripeWebhook } from './stripe-account.ts'
import { toStripeAmount } from './stripe-amount.ts'
import { readStripeCallback } from './stripe-callback.ts'
import {
  factsOfIntent,
  factsOfSession,
  latestDispute,
  requireShape,
  StripeIntent,
  StripeSession,
} from './stripe-facts.ts'
import { callStripe } from './call-stripe.ts'
import { closeStripePage, openStripePage } from './stripe-page.ts'
import { stripeSubscriptions } from './stripe-subscriptions.ts'

const FIELDS = [
  {
    name: 'secretKey',
    hint: 'Secret key, or a restricted key that may write Checkout Sessions, Refunds and Webhook Endpoints and read PaymentIntents, Charges and Disputes; for subscriptions also write Subscriptions and Coupons and read Invoices',
    pattern: /^[rs]k_(live|test)_[A-Za-z0-9_]{8,240}$/,
    example: 'sk_live_…',
  },
  {
    name: 'webhookSecret',
    hint: 'Signing secret of the webhook endpoint. Leave it out, and the endpoint is created for you',
    isOptional: true,
    pattern: /^whsec_[A-Za-z0-9+/=_-]{8,240}$/,
    example: 'whsec_…',
  },
] as const

type Options = { apiUrl?: URL; requestTimeoutMs?: number }

export function createStripe({ apiUrl, requestTimeoutMs = 10_000 }: Options = {}): Provider {
  const open = (credentials: Credentials) =>
    new Stripe(requireField(credentials, 'secretKey'), {
      apiVersion: Stripe.API_VERSION,
      timeout: requestTimeoutMs,
      // The timeout of the default client starts after connecting and restarts with every byte.
      httpClient: Stripe.createFetchHttpClient(),
      maxNetworkRetries: 1,
      telemetry: false,
      ...(apiUrl && hostOptions(apiUrl)),
    })
  return {
    name: 'stripe',
    fields: FIELDS.map(({ name, hint, ...rest }) => ({
      name,
      hint,
      ...('isOptional' in rest && { isOptional: true }),
    })),
    modeOf,
    checkAccount: async (credentials) => {
      if (credentials['webhookSecret'] !== undefined) requireField(credentials, 'webhookSecret')
      return checkStripeAccount(open(credentials), modeOf(credentials))
    },
    createWebhook: (credentials, { callbackUrl }) =>
      createStripeWebhook(open(credentials), { credentials, callbackUrl }),
    connect(credentials): ProviderConnection {
      const stripe = open(credentials)
      const webhookSecret = requireField(credentials, 'webhookSecret')
      return {
        openPaymentPage: (request) => openStripePage(stripe, request),
        closePage: ({ pageRef }) => closeStripePage(stripe, pageRef),
        subscriptions: stripeSubscriptions(stripe),
        readCallback: async (callback) => readStripeCallback(callback, webhookSecret),
        queryPayment: (refs) => queryPayment(stripe, refs),
        refund: (refund) => refundIntent(stripe, refund),
      }
    },
  }
}

function requireField(credentials: Credentials, name: (typeof FIELDS)[number]['name']): string {
  const value = credentials[name] ?? ''
  const field = FIELDS.find((candidate) => candidate.name === name)
  if (field?.pattern.test(value)) return value
  throw new AppError(
    'invalid_request',
    `The ${name} of Stripe must look like ${field?.example}. Copy it from the Stripe dashboard.`,
  )
}

function modeOf({ secretKey = '' }: Credentials): StoreMode {
  return /^[rs]k_live_/.test(secretKey) ? 'live' : 'test'
}

function hostOptions({ protocol, hostname, port }: URL) {
  const isHttp = protocol === 'http:'
  return { protocol: isHttp ? 'http' : 'https', host: hostname, port: port || (isHttp ? 80 : 443) } as const
}

/** Needs the id of the page or of the payment, because the search by metadata is not up to date at Stripe. */
async function queryPayment(stripe: Stripe, { pageRef, paymentRef }: PaymentRefs): Promise<Facts | undefined> {
  const facts = pageRef === undefined ? await queryIntent(stripe, paymentRef) : await querySession(stripe, pageRef)
  if (facts?.dispute !== 'open' || facts.paymentRef === null) return facts
  const { paymentRef: disputedRef } = facts
  const { data } = await callStripe(() => stripe.disputes.list({ payment_intent: disputedRef, limit: 100 }))
  return { ...facts, dispute: latestDispute(data) }
}

async function querySession(stripe: Stripe, pageRef: string): Promise<Facts | undefined> {
  const answer = await callStripe(() =>
    stripe.checkout.sessions.retrieve(pageRef, { expand: ['payment_intent.latest_charge'] }),
  )
  const session = requireShape(StripeSession, answer, 'provider_refused')
  return session.status === 'open' && session.payment_intent === null ? undefined : factsOfSession(session)
}

async function queryIntent(stripe: Stripe, paymentRef: string | undefined): Promise<Facts | undefined> {
  if (paymentRef === undefined) return undefined
  const answer = await callStripe(() => stripe.paymentIntents.retrieve(paymentRef, { expand: ['latest_charge'] }))
  return factsOfIntent(requireShape(StripeIntent, answer, 'provider_refused'))
}

/** Stripe keeps idempotency keys for a day only, so earlier refunds are also searched by their metadata. */
async function refundIntent(stripe: Stripe, { refundId, paymentRef, amountMinor, currency }: RefundRequest) {
  const amount = toStripeAmount(amountMinor, currency)
  if (amount === undefined) {
    throw new AppError('provider_refused', `Stripe cannot refund ${amountMinor} minor units of ${currency}`)
  }
  const id = formatId('rfd', refundId)
  return callStripe(async () => {
    for await (const refund of stripe.refunds.list({ payment_intent: paymentRef, limit: 100 })) {
      if (refund.metadata?.['refundId'] === id) return stateOf(refund)
    }
    const refund = await stripe.refunds.create(
      { payment_intent: paymentRef, amount, metadata: { refundId: id } },
      { idempotencyKey: `refund ${id}` },
    )
    return stateOf(refund)
  })
}

function stateOf({ status }: Stripe.Refund): RefundState {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}
