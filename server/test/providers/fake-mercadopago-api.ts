import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { parsePrice, toDecimal } from '../../src/money.ts'
import {
  type MercadopagoRecords,
  type Payment,
  toWirePayment,
  type PreferenceRequest,
  Refusal,
  requireWholeUnits,
} from './fake-mercadopago-records.ts'
import type { Behaviour } from './fake-provider.ts'
import type { createMercadopagoSubscriptions } from './subscriptions/fake-mercadopago-subscriptions.ts'

export type Request = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: unknown
}

export type ApiBehaviour = Pick<Behaviour, 'slowMs' | 'failWith'> & {
  /** The delayed view of a payment in the search, or undefined if the search does not find it yet. */
  searchResult?: (payment: Payment) => Payment | undefined
}

export type Access = {
  accessToken: string
  /** The tags of the account. */
  tags: string[]
  behaviour: () => ApiBehaviour
  sendCallback: (payment: Payment) => void
  subscriptions: ReturnType<typeof createMercadopagoSubscriptions>
}

/** Serves the part of the MercadoPago API that Checkout Pro needs. */
export async function startMercadopagoServer(
  records: MercadopagoRecords,
  { accessToken, tags, behaviour, sendCallback, subscriptions }: Access,
) {
  const requests: Request[] = []
  const refunds = new Map<string, { parameters: string; answer: object }>()

  function answer(request: Request): [status: number, body: object] {
    const { method, path, query, headers, body } = request
    if (headers.authorization !== `Bearer ${accessToken}`) throw new Refusal(401, 'invalid access token')
    const ofSubscription = subscriptions.answer(request)
    if (ofSubscription) return ofSubscription
    const [, id = ''] = /^\/(?:v1|checkout)\/\w+\/([^/]+)/.exec(path) ?? []
    const route = id === '' || id === 'search' ? path : path.replace(id, ':id')
    switch (`${method} ${route}`) {
      case 'GET /users/me':
        return [200, { id: 77120099, nickname: 'VALESTORE', site_id: 'MLB', user_type: 'normal', tags }]
      case 'POST /checkout/preferences/':
        // MercadoPago supports idempotency keys for payments and refunds only.
        return [201, records.openPaymentPage(body as PreferenceRequest)]
      case 'GET /checkout/preferences/search':
        return [200, searchPreferences(query)]
      case 'GET /checkout/preferences/:id':
        return [200, records.page(id)]
      case 'PUT /checkout/preferences/:id':
        return [200, Object.assign(records.page(id), body)]
      case 'GET /v1/payments/search':
        return [200, searchPayments(query)]
      case 'GET /v1/payments/:id':
        return [200, toWirePayment(records.payment(id))]
      case 'PUT /v1/payments/:id':
        return [200, toWirePayment(cancel(records.payment(id), body as { status?: string }))]
      case 'POST /v1/payments/:id/refunds':
        return [201, refund(records.payment(id), headers['x-idempotency-key'], body as { amount?: number })]
      case 'GET /v1/chargebacks/:id': {
        const payment = records.chargebacks.get(id)
        if (!payment) throw new Refusal(404, 'Chargeback not found')
        return [200, { id, payments: [payment.id], amount: toDecimal(payment.amountMinor, payment.currency) }]
      }
      default:
        throw new Refusal(404, `${method} ${path} not found`)
    }
  }

  function cancel(payment: Payment, { status }: { status?: string }): Payment {
    if (status !== 'cancelled' || payment.status !== 'pending')
      throw new Refusal(400, 'The payment cannot be cancelled')
    payment.status = status
    payment.statusDetail = 'by_collector'
    sendCallback(payment)
    return payment
  }

  function searchPreferences(query: URLSearchParams) {
    const all = [...records.preferences.values()]
    const found = all.filter((page) => page.external_reference === query.get('external_reference'))
    // The search returns summaries without the address of the page.
    const elements = found.map((page) => ({ ...page, init_point: undefined }))
    return { elements, total: found.length, next_offset: 0 }
  }

  function searchPayments(query: URLSearchParams) {
    const offset = Number(query.get('offset') ?? 0)
    const limit = Number(query.get('limit') ?? 30)
    const searchResult = behaviour().searchResult ?? ((payment) => payment)
    const wanted = query.get('external_reference')
    const all = [...records.payments.values()].filter(({ reference }) => reference === wanted)
    const found = all.map(searchResult).filter((payment) => payment !== undefined)
    const sorted = query.get('criteria') === 'asc' ? found : found.toReversed()
    const results = sorted.slice(offset, offset + limit).map(toWirePayment)
    return { paging: { total: found.length, limit, offset }, results }
  }

  function refund(payment: Payment, key: unknown, body: { amount?: number }) {
    if (typeof key !== 'string' || key === '') throw new Refusal(400, "Header X-Idempotency-Key can't be null")
    const parameters = JSON.stringify([payment.id, body])
    const before = refunds.get(key)
    if (before && before.parameters !== parameters)
      throw new Refusal(409, 'This idempotency key was used for something else')
    if (before) return before.answer
    const { amount } = body
    if (amount !== undefined) requireWholeUnits(amount, payment.currency)
    const amountMinor = amount === undefined ? undefined : parsePrice(String(amount), payment.currency)
    const refundedBefore = payment.refundedMinor
    records.refund(payment, amountMinor)
    const amountRefunded = toDecimal(payment.refundedMinor - refundedBefore, payment.currency)
    const created = { id: 1_000_000 + refunds.size, payment_id: payment.id, amount: amountRefunded, status: 'approved' }
    refunds.set(key, { parameters, answer: created })
    sendCallback(payment)
    return created
  }

  const server = createServer((incoming, response) => {
    void (async () => {
      const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', 'http://mercadopago.invalid')
      const content = await text(incoming)
      const { method = '', headers } = incoming
      const request = {
        method,
        path,
        query,
        headers,
        body: content === '' ? undefined : (JSON.parse(content) as unknown),
      }
      requests.push(request)
      const { slowMs, failWith } = behaviour()
      if (slowMs !== undefined) await setTimeout(slowMs, undefined, { ref: false })
      const [status, body] =
        failWith === undefined ? attempt(() => answer(request)) : problem(failWith, 'the server fails')
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function attempt(act: () => [number, object]): [number, object] {
  try {
    return act()
  } catch (error) {
    return error instanceof Refusal ? problem(error.status, error.message) : problem(400, String(error))
  }
}

function problem(status: number, message: string): [number, object] {
  const names: Record<number, string> = { 401: 'unauthorized', 404: 'not_found', 409: 'conflict' }
  const error = names[status] ?? (status < 500 ? 'bad_request' : 'internal_error')
  return [status, { message, error, status, cause: [{ code: 2000, description: message }] }]
}
