import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { type StripeAnswer, type StripeCall, StripeRefusal } from './fake-stripe-api.ts'
import type { Behaviour } from './fake-provider.ts'

type Kept = { words: string; answer: StripeAnswer | undefined }
type Door = { secretKey: string; behaviour: () => Behaviour; answer: (call: StripeCall) => object }

/** The door of Stripe's interface: keys, idempotency, bad days. Refuses with the key in its words, as a careless one might. */
export async function startStripeServer({ secretKey, behaviour, answer }: Door) {
  const kept = new Map<string, Kept>()
  const seen: (StripeCall & { idempotencyKey: string | undefined })[] = []

  async function reply(request: IncomingMessage): Promise<StripeAnswer> {
    const url = new URL(request.url ?? '/', 'http://stripe.invalid')
    const words = await text(request)
    const idempotencyKey = request.headers['idempotency-key']?.toString()
    const { pathname: path, searchParams: query } = url
    const call = { method: request.method ?? '', path, query, form: new URLSearchParams(words) }
    seen.push({ ...call, idempotencyKey })
    const { slowMs, failWith } = behaviour()
    if (failWith !== undefined) return refusal(failWith, `You did it wrong, ${request.headers.authorization}`)
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      return refusal(401, `Invalid API Key provided: ${request.headers.authorization}`)
    }
    const before = call.method === 'POST' && idempotencyKey ? kept.get(idempotencyKey) : undefined
    if (before && before.words !== path + words) return refusal(400, 'Keys are for the same words', 'idempotency_error')
    if (before && !before.answer) return refusal(409, 'Another request with this key is running')
    if (before?.answer) return before.answer
    const entry: Kept = { words: path + words, answer: undefined }
    if (call.method === 'POST' && idempotencyKey) kept.set(idempotencyKey, entry)
    try {
      if (slowMs !== undefined) await wait(slowMs)
      entry.answer = { status: 200, body: answer(call) }
      return entry.answer
    } catch (error) {
      // What was refused before it began is not kept.
      if (idempotencyKey) kept.delete(idempotencyKey)
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
    seen,
    /** As Stripe does after a day. */
    forgetKeys: () => kept.clear(),
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
