import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../errors.ts'
import { queryPaypalPayment } from './paypal-query.ts'
import { type PaypalCall, createPaypalCall } from './paypal-request.ts'
import { createCertificateCache } from './paypal-certificates.ts'
import { readPaypalEvent } from './paypal-callback.ts'
import { openOrder } from './paypal-order.ts'
import { refundCapture } from './paypal-refund.ts'
import { verifySignature } from './paypal-signature.ts'
import type { Credentials, Provider } from '../provider.ts'

const REQUEST_TIMEOUT_MS = 10_000
const MAX_CACHED_CALLS = 1_000
const CERTIFICATE_ORIGINS = { live: 'https://api.paypal.com', sandbox: 'https://api.sandbox.paypal.com' } as const

const FIELDS = [
  { name: 'clientId', hint: 'Client ID of your REST app, under Apps & Credentials on developer.paypal.com' },
  { name: 'clientSecret', hint: 'Secret of the same app' },
  { name: 'webhookId', hint: 'Webhook ID, shown next to the callback address in the Webhooks section of the app' },
  { name: 'mode', hint: 'live, or sandbox for a PayPal sandbox app' },
] as const

/** With `apiUrl` the adapter calls that server instead of PayPal, and trusts its certificates. */
export function createPaypal({
  apiUrl,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
}: { apiUrl?: string; requestTimeoutMs?: number } = {}): Provider {
  const fetchCertificate = createCertificateCache({ requestTimeoutMs })
  const calls = new LRUCache<string, PaypalCall>({ max: MAX_CACHED_CALLS })

  /** Cached per credentials, so that an access token is reused. */
  function getCall({ clientId, clientSecret, mode }: CheckedCredentials): PaypalCall {
    const key = createHash('sha256')
      .update(JSON.stringify([clientId, clientSecret, mode]))
      .digest('base64')
    const call =
      calls.get(key) ?? createPaypalCall({ clientId, clientSecret, live: mode === 'live', apiUrl, requestTimeoutMs })
    calls.set(key, call)
    return call
  }

  return {
    name: 'paypal',
    fields: FIELDS,
    connect(credentials) {
      const checked = checkCredentials(credentials)
      const call = getCall(checked)
      const certificateOrigin = apiUrl === undefined ? CERTIFICATE_ORIGINS[checked.mode] : new URL(apiUrl).origin
      return {
        openPaymentPage: (request) => openOrder(call, request),
        async readCallback(callback) {
          await verifySignature(callback, { webhookId: checked.webhookId, certificateOrigin, fetchCertificate })
          return readPaypalEvent(callback.body)
        },
        queryPayment: (refs) => queryPaypalPayment(call, refs),
        refund: (refund) => refundCapture(call, refund),
      }
    },
  }
}

type CheckedCredentials = {
  clientId: string
  clientSecret: string
  webhookId: string
  mode: keyof typeof CERTIFICATE_ORIGINS
}

function checkCredentials({
  clientId = '',
  clientSecret = '',
  webhookId = '',
  mode = '',
}: Credentials): CheckedCredentials {
  if (!/^[\w-]{8,256}$/.test(clientId)) throw invalidField('clientId', 'must contain only letters, digits, _ and -')
  if (!/^[\w-]{8,256}$/.test(clientSecret))
    throw invalidField('clientSecret', 'must contain only letters, digits, _ and -')
  if (!/^[A-Za-z0-9]{1,50}$/.test(webhookId))
    throw invalidField('webhookId', 'must contain only letters and digits. It is not the callback address')
  if (mode !== 'live' && mode !== 'sandbox')
    throw invalidField('mode', 'must be one of the modes in the hint of this field')
  return { clientId, clientSecret, webhookId, mode }
}

function invalidField(field: string, rule: string): AppError {
  return new AppError('invalid_request', `The ${field} of PayPal ${rule}`)
}
