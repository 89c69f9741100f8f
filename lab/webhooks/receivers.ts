import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { listen } from '../../e2e/kit/game/listen.ts'

type Arrival = { firstAt: number; count: number; digest: string }

export type Endpoint = {
  no: number
  url: string
  /** Of its webhook, which is created after the endpoint. */
  secret: string
  /** The events that it has received, by id. */
  arrivals: Map<string, Arrival>
  /** It accepts requests and never responds. */
  hangs: boolean
}

/** One HTTP server with a path for each endpoint. It checks the signature of every request. */
export async function startReceivers(count: number) {
  /** Requests with a wrong signature or with other bytes than before. */
  const problems: string[] = []

  function addArrival({ no, secret, arrivals }: Endpoint, headers: IncomingHttpHeaders, body: string): void {
    const id = String(headers['webhook-id'])
    if (!isSigned(headers, body, secret)) problems.push(`${id} at ${no} has a wrong signature`)
    const digest = createHash('sha256').update(body).digest('base64')
    const known = arrivals.get(id)
    if (known && known.digest !== digest) problems.push(`${id} at ${no} has other bytes than the first time`)
    if (known) known.count++
    else arrivals.set(id, { firstAt: Date.now(), count: 1, digest })
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpoint = endpoints[Number(request.url?.slice(1))]
    // Senders are killed now and then, also in the middle of a request.
    const body = await readText(request).catch(() => undefined)
    if (!endpoint || body === undefined || endpoint.hangs) return
    addArrival(endpoint, request.headers, body)
    response.writeHead(204).end()
  }

  const { url, close } = await listen((request, response) => void receive(request, response))
  const endpoints = Array.from({ length: count }, (_, no): Endpoint => {
    return { no, url: `${url}/${no}`, secret: '', arrivals: new Map(), hangs: false }
  })
  return { endpoints, problems, close }
}

/** Does not use the SDK, so that a fault which the SDK shares with the server is noticed. */
function isSigned(headers: IncomingHttpHeaders, body: string, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}
