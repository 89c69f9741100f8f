import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../errors.ts'
import { queryPaypal } from './paypal-query.ts'
import { type PaypalCall, paypalCall } from './paypal-request.ts'
import { keepCertificates } from './paypal-certificates.ts'
import { readNotice } from './paypal-callback.ts'
import { openOrder } from './paypal-order.ts'
import { refundCapture } from './paypal-refund.ts'
import { verifySignature } from './paypal-signature.ts'
import type { Credentials, Provider } from '../provider.ts'

const TIME_LIMIT_MS = 10_000
const CALLS_KEPT = 1_000
const CERTIFICATES = { live: 'https://api.paypal.com', sandbox: 'https://api.sandbox.paypal.com' } as const

const FIELDS = [
  { name: 'clientId', hint: 'Client ID of your REST app, under Apps & Credentials on developer.paypal.com' },
  { name: 'clientSecret', hint: 'Secret of the same app' },
  { name: 'webhookId', hint: "Webhook ID, shown beside the callback address under the app's Webhooks" },
  { name: 'mode', hint: 'live, or sandbox for an app that moves no real money' },
] as const

/** With `apiUrl` a stand-in is called instead of PayPal, and the certificates there are the ones that count. */
export function createPaypal({
  apiUrl,
  timeLimitMs = TIME_LIMIT_MS,
}: { apiUrl?: string; timeLimitMs?: number } = {}): Provider {
  const fetchCertificate = keepCertificates({ timeLimitMs })
  const calls = new LRUCache<string, PaypalCall>({ max: CALLS_KEPT })

  /** One for each account, so that its token serves more than one call. */
  function callOf({ clientId, clientSecret, mode }: Checked): PaypalCall {
    const key = createHash('sha256')
      .update(JSON.stringify([clientId, clientSecret, mode]))
      .digest('base64')
    const call = calls.get(key) ?? paypalCall({ clientId, clientSecret, live: mode === 'live', apiUrl, timeLimitMs })
    calls.set(key, call)
    return call
  }

  return {
    name: 'paypal',
    fields: FIELDS,
    connect(credentials) {
      const checked = checkCredentials(credentials)
      const call = callOf(checked)
      const certificateOrigin = apiUrl === undefined ? CERTIFICATES[checked.mode] : new URL(apiUrl).origin
      return {
        openPaymentPage: (order) => openOrder(call, order),
        async readCallback(callback) {
          await verifySignature(callback, { webhookId: checked.webhookId, certificateOrigin, fetchCertificate })
          return readNotice(callback.body)
        },
        ask: (refs) => queryPaypal(call, refs),
        refund: (refund) => refundCapture(call, refund),
      }
    },
  }
}

type Checked = { clientId: string; clientSecret: string; webhookId: string; mode: keyof typeof CERTIFICATES }

function checkCredentials({ clientId = '', clientSecret = '', webhookId = '', mode = '' }: Credentials): Checked {
  if (!/^[\w-]{8,256}$/.test(clientId)) throw wrong('clientId', 'is letters, digits, _ and - only')
  if (!/^[\w-]{8,256}$/.test(clientSecret)) throw wrong('clientSecret', 'is letters, digits, _ and - only')
  if (!/^[A-Za-z0-9]{1,50}$/.test(webhookId)) throw wrong('webhookId', 'is letters and digits only, not an address')
  if (mode !== 'live' && mode !== 'sandbox') throw wrong('mode', 'is one of the two words that its hint names')
  return { clientId, clientSecret, webhookId, mode }
}

function wrong(field: string, rule: string): AppError {
  return new AppError('invalid_request', `This ${field} cannot be one of PayPal: it ${rule}`)
}
