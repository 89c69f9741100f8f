import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../errors.ts'
import { closePaypalPage, queryPaypalPayment } from './paypal-query.ts'
import { type PaypalCall, createPaypalCall } from './paypal-request.ts'
import { createCertificateCache } from './paypal-certificates.ts'
import { readPaypalEvent } from './paypal-callback.ts'
import { openOrder } from './paypal-order.ts'
import { refundCapture } from './paypal-refund.ts'
import { openPaypalSubscription } from './paypal-subscribe.ts'
import { paypalSubscriptions } from './paypal-subscriptions.ts'
import { verifySignature } from './paypal-signature.ts'
import { createPaypalWebhooks } from './paypal-webhooks.ts'
import type { Credentials, Provider } from '../provider.ts'

const REQUEST_TIMEOUT_MS = 10_000
const MAX_CACHED_CALLS = 1_000
const MODES = { live: 'live', sandbox: 'test' } as const
const CERTIFICATE_ORIGINS = { live: 'https://api.paypal.com', sandbox: 'https://api.sandbox.paypal.com' } as const

const FIELDS = [
  { name: 'clientId', hint: 'Client ID of your REST app, under Apps & Credentials on developer.paypal.com' },
  { name: 'clientSecret', hint: 'Secret of the same app' },
  {
    name: 'webhookId',
    hint: 'Webhook ID, shown next to the callback address in the Webhooks section of the app. Leave it out, and the webhook is created for you',
    isOptional: true,
  },
  { name: 'mode', hint: 'live, or sandbox for a PayPal sandbox app, which only a test store can use' },
] as const

/** With `apiUrl` the adapter calls that server instead of PayPal, and trusts its certificates. */
export function createPaypal({
  apiUrl,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
}: { apiUrl?: string; requestTimeoutMs?: number } = {}): Provider {
  const fetchCertificate = createCertificateCache({ requestTimeoutMs })
  const calls = new LRUCache<string, PaypalCall>({ max: MAX_CACHED_CALLS })

  /** Cached per credentials, so that an access token is reused. */
  function getCall({ clientId, clientSecret, mode }: CheckedApp): PaypalCall {
    const key = createHash('sha256')
      .update(JSON.stringify([clientId, clientSecret, mode]))
      .digest('base64')
    const call =
      calls.get(key) ?? createPaypalCall({ clientId, clientSecret, live: mode === 'live', apiUrl, requestTimeoutMs })
    calls.set(key, call)
    return call
  }

  const openWebhooks = (credentials: Credentials) =>
    createPaypalWebhooks({ ...checkApp(credentials), apiUrl, requestTimeoutMs })

  return {
    name: 'paypal',
    fields: FIELDS,
    modeOf: ({ mode = '' }) => (mode === 'live' ? 'live' : 'test'),
    async checkAccount(credentials, { callbackUrl }) {
      const { mode } = checkApp(credentials)
      const webhookId = credentials['webhookId'] === undefined ? undefined : checkWebhookId(credentials)
      await openWebhooks(credentials).check({ webhookId, callbackUrl })
      return MODES[mode]
    },
    async createWebhook(credentials, { callbackUrl }) {
      const { id, removeOld } = await openWebhooks(credentials).create(callbackUrl)
      return { credentials: { ...credentials, webhookId: id }, removeOld }
    },
    connect(credentials) {
      const checked = checkApp(credentials)
      const webhookId = checkWebhookId(credentials)
      const call = getCall(checked)
      const certificateOrigin = apiUrl === undefined ? CERTIFICATE_ORIGINS[checked.mode] : new URL(apiUrl).origin
      return {
        openPaymentPage: (request) =>
          request.billingPeriod
            ? openPaypalSubscription(call, request, request.billingPeriod)
            : openOrder(call, request),
        closePage: (page) => closePaypalPage(call, page),
        subscriptions: paypalSubscriptions(call),
        async readCallback(callback) {
          const isLive = checked.mode === 'live'
          await verifySignature(callback, { webhookId, isLive, certificateOrigin, fetchCertificate })
          return readPaypalEvent(callback.body)
        },
        queryPayment: (refs) => queryPaypalPayment(call, refs),
        refund: (refund) => refundCapture(call, refund),
      }
    },
  }
}

type CheckedApp = { clientId: string; clientSecret: string; mode: keyof typeof MODES }

function checkApp({ clientId = '', clientSecret = '', mode = '' }: Credentials): CheckedApp {
  if (!/^[\w-]{8,256}$/.test(clientId)) throw invalidField('clientId', 'must contain only letters, digits, _ and -')
  if (!/^[\w-]{8,256}$/.test(clientSecret))
    throw invalidField('clientSecret', 'must contain only letters, digits, _ and -')
  if (mode !== 'live' && mode !== 'sandbox')
    throw invalidField('mode', 'must be one of the modes in the hint of this field')
  return { clientId, clientSecret, mode }
}

function checkWebhookId({ webhookId = '' }: Credentials): string {
  if (/^[A-Za-z0-9]{1,50}$/.test(webhookId)) return webhookId
  throw invalidField('webhookId', 'must contain only letters and digits. It is not the callback address')
}

function invalidField(field: string, rule: string): AppError {
  return new AppError('invalid_request', `The ${field} of PayPal ${rule}`)
}
