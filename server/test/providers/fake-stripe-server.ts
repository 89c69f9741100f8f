import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { type StripeAnswer, type StripeCall, StripeRefusal } from './fake-stripe-api.ts'
import type { Behaviour } from './fake-provider.ts'

type StoredResponse = { requestText: string; answer: StripeAnswer | undefined }
type ServerOptions = { secretKey: string; behaviour: () => Behaviour; answer: (call: StripeCall) => object }

/** Checks keys, idempotency and `behaviour`. Its error messages contain the key, which the adapter must not pass on. */
export async function startStripeServer({ secretKey, behaviour, answer }: ServerOptions) {
  const storedResponses = new Map<string, StoredResponse>()
  const requests: (StripeCall & { idempotencyKey: string | undefined })[] = []

  async function reply(request: IncomingMessage): Promise<StripeAnswer> {
    const url = new URL(request.url ?? '/', 'http://stripe.invalid')
    const requestText = await text(request)
    const idempotencyKey = request.headers['idempotency-key']?.toString()
    const { pathname: path, searchParams: query } = url
    const call = { method: request.method ?? '', path, query, form: new URLSearchParams(requestText) }
    requests.push({ ...call, idempotencyKey })
    const { slowMs, failWith } = behaviour()
    if (failWith !== undefined) return refusal(failWith, `Invalid request with ${request.headers.authorization}`)
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      return refusal(401, `Invalid API Key provided: ${request.headers.authorization}`)
    }
    const stored = call.method === 'POST' && idempotencyKey ? storedResponses.get(idempotencyKey) : undefined
    if (stored && stored.requestText !== path + requestText)
      return refusal(400, 'This key was used with other parameters', 'idempotency_error')
    if (stored && !stored.answer) return refusal(409, 'Another request with this key is running')
    if (stored?.answer) return stored.answer
    const entry: StoredResponse = { requestText: path + requestText, answer: undefined }
    if (call.method === 'POST' && idempotencyKey) storedResponses.set(idempotencyKey, entry)
    try {
      if (slowMs !== undefined) await wait(slowMs)
      entry.answer = { status: 200, body: answer(call) }
      return entry.answer
    } catch (error) {
      // Stripe does not store responses to invalid requests.
      if (idempotencyKey) storedResponses.delete(idempotencyKey)
      if (error instanceof StripeRefusal) return error.answer
      throw error
    }
  }

  const server = createServer((request, response) => {
    void (async () => {
      const { status, body } = await reply(request)
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fake' })
      response.end(JSON.stringify(body))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    apiUrl: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    requests,
    /** Stripe does this after a day. */
    forgetIdempotencyKeys: () => storedResponses.clear(),
    close: () => close(server),
  }
}

function refusal(status: number, message: string, type = 'invalid_request_error'): StripeAnswer {
  return { status, body: { error: { type: status >= 500 ? 'api_error' : type, message } } }
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
