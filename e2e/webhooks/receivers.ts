import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type Arrival = { firstAt: number; count: number; digest: string }

export type Receivers = {
  url(endpoint: number): string
  /** The events that each endpoint has received, by id. */
  readonly arrivals: Map<string, Arrival>[]
  /** From now on, this endpoint accepts requests and never responds. */
  hang(endpoint: number): void
  /** Requests with a wrong signature or with other bytes than before. */
  readonly problems: string[]
  close(): Promise<void>
}

/** One HTTP server with a path for each endpoint. It checks the signature of every request. */
export async function startReceivers(count: number, findSecret: (endpoint: number) => string): Promise<Receivers> {
  const arrivals = Array.from({ length: count }, () => new Map<string, Arrival>())
  const problems: string[] = []
  let hanging: number | undefined

  function addArrival(endpoint: number, headers: IncomingHttpHeaders, body: string): void {
    const id = String(headers['webhook-id'])
    if (!isSigned(headers, body, findSecret(endpoint))) problems.push(`${id} at ${endpoint} has a wrong signature`)
    const digest = createHash('sha256').update(body).digest('base64')
    const known = arrivals[endpoint]?.get(id)
    if (known && known.digest !== digest) problems.push(`${id} at ${endpoint} has other bytes than the first time`)
    if (known) known.count++
    else arrivals[endpoint]?.set(id, { firstAt: Date.now(), count: 1, digest })
  }

  const server = createServer((request, response) => {
    const endpoint = Number(request.url?.slice(1))
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      if (endpoint === hanging) return
      addArrival(endpoint, request.headers, body)
      response.writeHead(204).end()
    })
    request.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 2_048, resolve))
  const { port } = server.address() as AddressInfo
  return {
    arrivals,
    problems,
    url: (endpoint) => `http://127.0.0.1:${port}/${endpoint}`,
    hang: (endpoint) => void (hanging = endpoint),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Does not use the SDK, so that a fault which the SDK shares with the server is noticed. */
function isSigned(headers: IncomingHttpHeaders, body: string, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}
