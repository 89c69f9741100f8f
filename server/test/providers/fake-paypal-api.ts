import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Credentials } from '../../src/payments/provider.ts'
import type { FakeUnit, createPaypalRecords } from './fake-paypal-records.ts'
import { isPaypalMoney, paypalMinor, type WireMoney } from './fake-paypal-money.ts'
import { createPaypalWebhooks } from './fake-paypal-webhooks.ts'
import type { createPaypalSubscriptions } from './subscriptions/fake-paypal-subscriptions.ts'
import { PaypalProblem, paypalProblem } from './fake-paypal-problem.ts'

export type ApiRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}
type Answer = { status: number; body: object }

const TOKEN_SECONDS = 32_400

/** Answers the calls that the adapter makes. Requires a token, and executes each request id once. */
export function createPaypalApi({
  credentials,
  records,
  subscriptions,
  callbackUrl,
}: {
  credentials: Credentials
  records: ReturnType<typeof createPaypalRecords>
  subscriptions: ReturnType<typeof createPaypalSubscriptions>
  callbackUrl: () => string | undefined
}) {
  const webhooks = createPaypalWebhooks({ webhookId: credentials['webhookId'] ?? '' })
  const tokens = new Set<string>()
  const answered = new Map<string, Answer>()
  let tokenCount = 0

  function answer(request: ApiRequest): Answer {
    try {
      if (request.path === '/v1/oauth2/token') return issueToken(request)
      if (!tokens.has(request.headers.authorization ?? '')) {
        throw new PaypalProblem(401, { error: 'invalid_token', error_description: 'The token is not known' })
      }
      return webhooks.answer(request) ?? once(request, () => subscriptions.answer(request) ?? route(request))
    } catch (error) {
      if (error instanceof PaypalProblem) return error
      throw error
    }
  }

  function issueToken({ headers, body }: ApiRequest): Answer {
    const basic = Buffer.from(`${credentials['clientId']}:${credentials['clientSecret']}`).toString('base64')
    if (headers.authorization !== `Basic ${basic}` || body !== 'grant_type=client_credentials') {
      throw new PaypalProblem(401, { error: 'invalid_client', error_description: 'Client Authentication failed' })
    }
    const token = randomUUID()
    tokenCount++
    tokens.add(`Bearer ${token}`)
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS } }
  }

  /** Stores refusals too, because a request id stands for one attempt. */
  function once({ method, path, headers }: ApiRequest, act: () => Answer): Answer {
    const requestId = headers['paypal-request-id']
    if (method !== 'POST' || typeof requestId !== 'string') return act()
    const key = `${path} ${requestId}`
    const response = answered.get(key) ?? attempt(act)
    answered.set(key, response)
    return response
  }

  function route({ method, path, headers, body }: ApiRequest): Answer {
    const [, name, id = '', action = ''] =
      /^\/v2\/(checkout\/orders|payments\/captures)\/?(\w*)\/?(\w*)$/.exec(path) ?? []
    switch (`${method} ${name} ${action || (id && 'id')}`) {
      case 'POST checkout/orders ': {
        if (headers['paypal-request-id'] === undefined) {
          throw paypalProblem(400, 'INVALID_REQUEST', 'PAYPAL_REQUEST_ID_REQUIRED')
        }
        const { unit, ...urls } = checkedOrder(JSON.parse(body))
        const order = records.open(unit, { callbackUrl: callbackUrl(), ...urls })
        return { status: 200, body: records.orderResource(order) }
      }
      case 'GET checkout/orders id':
        return { status: 200, body: records.orderResource(records.readOrder(id)) }
      case 'POST checkout/orders capture': {
        records.capture(records.find(id))
        return { status: 201, body: records.orderResource(records.find(id)) }
      }
      case 'GET payments/captures id':
        return { status: 200, body: records.captureResource(records.byCapture(id)) }
      case 'POST payments/captures refund': {
        const { amount } = JSON.parse(body || '{}') as { amount?: WireMoney }
        if (amount) requireMoney(amount)
        return { status: 201, body: records.refund(records.byCapture(id), amount && paypalMinor(amount)) }
      }
      default:
        throw paypalProblem(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
    }
  }

  return {
    answer,
    webhooks: webhooks.webhooks,
    setWebhookUrl: (url: string) => webhooks.setUrl(url),
    forgetTokens: () => tokens.clear(),
    forgetRequestIds: () => answered.clear(),
    tokensGiven: () => tokenCount,
  }
}

function attempt(act: () => Answer): Answer {
  try {
    return act()
  } catch (error) {
    if (error instanceof PaypalProblem) return error
    throw error
  }
}

type Item = { name: string; quantity: string; unit_amount: WireMoney }
type OrderBody = {
  intent: string
  purchase_units: [Omit<FakeUnit, 'items'> & { amount: { breakdown?: { item_total: WireMoney } }; items?: Item[] }]
  payment_source?: { paypal?: { experience_context?: { return_url?: string; cancel_url?: string } } }
}

/** Validates like PayPal, to find mistakes that would otherwise appear only in production. */
function checkedOrder(body: unknown): { unit: FakeUnit; returnUrl: string; cancelUrl: string } {
  const { intent, purchase_units: units, payment_source: source } = body as OrderBody
  const [unit] = units
  const { amount, items = [], custom_id, invoice_id } = unit
  const { return_url, cancel_url } = source?.paypal?.experience_context ?? {}
  if (intent !== 'CAPTURE' || !URL.canParse(return_url ?? '') || !URL.canParse(cancel_url ?? '')) {
    throw paypalProblem(400, 'INVALID_REQUEST', 'MISSING_REQUIRED_PARAMETER')
  }
  const texts = [...items.map(({ name }) => name), custom_id ?? '?', invoice_id ?? '?']
  if (texts.some((text) => text === '' || text.length > 127)) {
    throw paypalProblem(400, 'INVALID_REQUEST', 'INVALID_STRING_LENGTH')
  }
  for (const money of [amount, ...items.map(({ unit_amount }) => unit_amount)]) requireMoney(money)
  const sum = items.reduce((total, { quantity, unit_amount }) => total + Number(quantity) * paypalMinor(unit_amount), 0)
  const { breakdown } = amount
  if (items.length > 0 && (!breakdown || sum !== paypalMinor(breakdown.item_total))) {
    throw paypalProblem(422, 'UNPROCESSABLE_ENTITY', 'ITEM_TOTAL_MISMATCH')
  }
  if (breakdown && paypalMinor(breakdown.item_total) !== paypalMinor(amount)) {
    throw paypalProblem(422, 'UNPROCESSABLE_ENTITY', 'AMOUNT_MISMATCH')
  }
  return { unit, returnUrl: return_url ?? '', cancelUrl: cancel_url ?? '' }
}

function requireMoney(money: WireMoney): void {
  if (!isPaypalMoney(money)) throw paypalProblem(422, 'UNPROCESSABLE_ENTITY', 'DECIMALS_NOT_SUPPORTED')
}
