import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPaypal } from '../../src/payments/paypal/paypal.ts'
import { createPaypalApi } from './fake-paypal-api.ts'
import type { PaypalWebhook } from './fake-paypal-webhooks.ts'
import { createPaypalRecords } from './fake-paypal-records.ts'
import { makeCertificate, type SigningCertificate } from './fake-paypal-certificate.ts'
import { paypalDecimal } from './fake-paypal-money.ts'
import { createPaypalCallbacks } from './fake-paypal-callbacks.ts'
import type { Behaviour, FakeProvider } from './fake-provider.ts'
import { createPaypalSubscriptions } from './subscriptions/fake-paypal-subscriptions.ts'

const CERTIFICATE_PATH = '/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77'
const REQUEST_TIMEOUT_MS = 2_000

const createCredentials = (letter: string, webhookId: string, mode: PaypalMode) => ({
  clientId: `A${letter.repeat(79)}`,
  clientSecret: `E${letter.repeat(79)}`,
  webhookId,
  mode,
})

type PaypalMode = 'live' | 'sandbox'

export type FakePaypal = FakeProvider & {
  subscriptions: ReturnType<typeof createPaypalSubscriptions>
  url: string
  /** Invalidates all tokens. */
  forgetTokens: () => void
  tokensGiven: () => number
  /** PayPal does this after some hours. */
  forgetRequestIds: () => void
  /** The next read of this order returns its state before the capture. */
  serveStaleOrder: (pageRef: string) => void
  /** The paths of all certificate requests. */
  certificateFetches: string[]
  webhooks: PaypalWebhook[]
  /** Links of further answers lead to this environment. */
  answerAs: (mode: PaypalMode) => void
  /** Makes the capture of this order stay pending. */
  hold: (pageRef: string) => void
}

export async function startFakePaypal({
  certificate = makeCertificate(),
  serveCertificate,
  mode = 'live',
}: {
  mode?: PaypalMode
  certificate?: SigningCertificate
  serveCertificate?: (path: string, response: ServerResponse) => void
} = {}): Promise<FakePaypal> {
  const credentials = createCredentials('b', '9XL90610J3647323C', mode)
  const certificateFetches: string[] = []
  let behaviour: Behaviour = {}
  let callbackUrl: string | undefined
  let url = ''
  let answersAs = mode

  const callbacks = createPaypalCallbacks({
    certificate,
    certificateUrl: () => `${url}${CERTIFICATE_PATH}`,
    webhookId: credentials.webhookId,
    behaviour: () => behaviour,
  })
  const records = createPaypalRecords({
    origin: () => (answersAs === 'live' ? 'https://api.paypal.com' : 'https://api.sandbox.paypal.com'),
    emit: (order, kind, resource) => void callbacks.emit({ callbackUrl: order.callbackUrl, kind, resource }),
  })
  const subscriptions = createPaypalSubscriptions({
    link: records.link,
    callbackUrl: () => callbackUrl,
    emit: callbacks.emit,
  })
  const api = createPaypalApi({ credentials, records, subscriptions, callbackUrl: () => callbackUrl })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', url)
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const body = Buffer.concat(parts).toString()
    if (path.startsWith('/v1/notifications/certs/')) {
      certificateFetches.push(path)
      if (serveCertificate) serveCertificate(path, response)
      else
        response.writeHead(path === CERTIFICATE_PATH ? 200 : 404).end(path === CERTIFICATE_PATH ? certificate.pem : '')
      return
    }
    const { slowMs, failWith } = behaviour
    if (slowMs !== undefined) await new Promise((resolve) => setTimeout(resolve, slowMs).unref())
    const failure = failWith === undefined ? undefined : { status: failWith, body: { name: 'FAILED', debug_id: 'abc' } }
    const answer = failure ?? api.answer({ method: request.method ?? '', path, query, headers: request.headers, body })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  }

  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function afterPayment(pageRef: string, act: () => void): void {
    const order = records.find(pageRef)
    if (order.captureId === undefined) order.afterCapture.push(act)
    else act()
  }

  const emitDispute = (pageRef: string, kind: string, more: object) =>
    afterPayment(pageRef, () => {
      const { captureId, callbackUrl: to } = records.find(pageRef)
      const links = [records.link('self', '/v1/customer/disputes/PP-D-1')]
      const transactions = [{ seller_transaction_id: captureId }]
      const resource = { dispute_id: 'PP-D-1', disputed_transactions: transactions, links, ...more }
      void callbacks.emit({ callbackUrl: to, kind, resource })
    })

  return {
    url,
    provider: createPaypal({ apiUrl: url, requestTimeoutMs: REQUEST_TIMEOUT_MS }),
    credentials,
    otherCredentials: createCredentials('z', '4JH86294D6297924G', mode),
    webhooks: api.webhooks,
    answerAs: (wanted) => void (answersAs = wanted),
    currencies: ['BRL', 'JPY', 'USD'],
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    behave(wanted) {
      behaviour = wanted
      callbacks.withholdAgain()
    },
    subscriptions,
    async pay(pageRef, { amountMinor, currency } = {}) {
      if (subscriptions.has(pageRef)) return subscriptions.start(pageRef)
      const order = records.find(pageRef)
      const { amount } = order.unit
      if (currency !== undefined) amount.currency_code = currency
      if (amountMinor !== undefined) amount.value = paypalDecimal(amountMinor, amount.currency_code)
      records.approve(order)
    },
    async decline(pageRef) {
      const order = records.find(pageRef)
      order.isDeclined = true
      records.approve(order)
    },
    // PayPal sends no callback when it deletes an unpaid order.
    async expirePage(pageRef) {
      records.forget(pageRef)
    },
    async refund(pageRef, amountMinor) {
      afterPayment(pageRef, () => void records.refund(records.find(pageRef), amountMinor))
    },
    async dispute(pageRef, to) {
      const outcome_code = to === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR'
      if (to === 'open') emitDispute(pageRef, 'CUSTOMER.DISPUTE.CREATED', { status: 'OPEN' })
      else emitDispute(pageRef, 'CUSTOMER.DISPUTE.RESOLVED', { status: 'RESOLVED', dispute_outcome: { outcome_code } })
    },
    sendWithheld: callbacks.sendWithheld,
    signedCallbacks: callbacks.signedCallbacks,
    sign: callbacks.sign,
    returnUrlOf: (pageRef) => records.find(pageRef).returnUrl,
    cancelUrlOf: (pageRef) => records.find(pageRef).cancelUrl,
    listPayments: () => [...records.list(), ...subscriptions.list()],
    refundedOf: (pageRef) => records.refundedMinor(records.find(pageRef)),
    setCallbackUrl(wanted) {
      callbackUrl = wanted
      api.setWebhookUrl(wanted)
    },
    forgetTokens: api.forgetTokens,
    forgetRequestIds: api.forgetRequestIds,
    serveStaleOrder: records.serveStaleOrder,
    tokensGiven: api.tokensGiven,
    certificateFetches,
    hold(pageRef) {
      records.find(pageRef).isHeld = true
    },
    async close() {
      await callbacks.finishSending()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
