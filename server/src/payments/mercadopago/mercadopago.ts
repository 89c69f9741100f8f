import { AppError } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import { toMercadopagoAmount } from './mercadopago-amount.ts'
import type { StoreMode } from '../../stores/store.ts'
import { createMercadopagoApi, type MercadopagoApi } from './mercadopago-api.ts'
import { queryMercadopagoPayment } from './mercadopago-query.ts'
import { readMercadopagoCallback } from './mercadopago-callback.ts'
import { closeMercadopagoPage, openMercadopagoPage } from './mercadopago-page.ts'
import {
  closeMercadopagoSubscription,
  mercadopagoSubscriptions,
  openMercadopagoSubscription,
} from './mercadopago-subscriptions.ts'
import type {
  ProviderConnection,
  CredentialField,
  Credentials,
  Provider,
  RefundRequest,
  RefundState,
} from '../provider.ts'

type Options = { apiUrl?: URL; requestTimeoutMs?: number }

/** Uses Checkout Pro, the payment page of MercadoPago with cards, PIX and local payment methods. */
export function createMercadopago(options: Options = {}): Provider {
  return {
    name: 'mercadopago',
    fields: FIELDS,
    modeOf: ({ accessToken = '' }) => (accessToken.startsWith('TEST-') ? 'test' : null),
    checkAccount: (credentials) => checkAccount(credentials, options),
    connect: (credentials) => connect(credentials, options),
  }
}

const FIELDS: readonly CredentialField[] = [
  {
    name: 'accessToken',
    hint: 'Your integrations > your application > Production credentials: begins with APP_USR-. A test store needs test credentials',
  },
  { name: 'webhookSecret', hint: 'Your integrations > Webhooks: the secret signature' },
]

// Only characters that are valid in a header, because the error for an invalid header contains the token.
const ACCESS_TOKEN = /^(?:APP_USR|TEST)-[\w-]{8,250}$/
const WEBHOOK_SECRET = /^[\x21-\x7e]{16,250}$/

/** The access token of a test user begins with APP_USR- too, so MercadoPago has to be asked. */
async function checkAccount(credentials: Credentials, { apiUrl, requestTimeoutMs }: Options): Promise<StoreMode> {
  const accessToken = requireAccessToken(credentials)
  requireWebhookSecret(credentials)
  const tags = await createMercadopagoApi({ accessToken, apiUrl, requestTimeoutMs }).findAccountTags()
  return accessToken.startsWith('TEST-') || tags.includes('test_user') ? 'test' : 'live'
}

function requireAccessToken({ accessToken = '' }: Credentials): string {
  if (ACCESS_TOKEN.test(accessToken)) return accessToken
  throw new AppError('invalid_request', 'The accessToken of MercadoPago must begin with APP_USR- or TEST-')
}

function requireWebhookSecret({ webhookSecret = '' }: Credentials): string {
  if (WEBHOOK_SECRET.test(webhookSecret)) return webhookSecret
  throw new AppError(
    'invalid_request',
    'The webhookSecret is malformed. Copy the secret signature from the Webhooks page of MercadoPago.',
  )
}

function connect(credentials: Credentials, { apiUrl, requestTimeoutMs }: Options): ProviderConnection {
  const accessToken = requireAccessToken(credentials)
  const webhookSecret = requireWebhookSecret(credentials)
  const api = createMercadopagoApi({ accessToken, apiUrl, requestTimeoutMs })
  return {
    openPaymentPage: (request) =>
      request.billingPeriod
        ? openMercadopagoSubscription(api, request, request.billingPeriod)
        : openMercadopagoPage(api, request),
    closePage: (page) =>
      page.isSubscription ? closeMercadopagoSubscription(api, page.pageRef) : closeMercadopagoPage(api, page),
    subscriptions: mercadopagoSubscriptions(api),
    readCallback: (callback) => readMercadopagoCallback(api, { callback, webhookSecret }),
    queryPayment: (refs) => queryMercadopagoPayment(api, refs),
    refund: (refund) => refundPayment(api, refund),
  }
}

/** Without an amount MercadoPago refunds all that is left, so a full refund succeeds after a partial refund. */
async function refundPayment(api: MercadopagoApi, refund: RefundRequest): Promise<RefundState> {
  const { paymentRef, amountMinor, currency, isFull, refundId } = refund
  const amount = toMercadopagoAmount(amountMinor, currency)
  if (!isFull && amount === undefined) {
    throw new AppError('provider_refused', `MercadoPago cannot refund ${amountMinor} minor units of ${currency}`)
  }
  const status = await api.refund({
    paymentRef,
    amount: isFull ? undefined : amount,
    idempotencyKey: formatId('rfd', refundId),
  })
  if (status === 'approved') return 'succeeded'
  return status === 'rejected' || status === 'cancelled' ? 'failed' : 'pending'
}
