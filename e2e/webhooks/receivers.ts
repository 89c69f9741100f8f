import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type Arrival = { first: number; times: number; body: string }

export type Receivers = {
  url(endpoint: number): string
  /** What each endpoint has received, by the id of the event. */
  readonly arrivals: Map<string, Arrival>[]
  /** From now on nobody is answered here; undefined: everybody is again. */
  hang(endpoint: number | undefined): void
  /** Requests whose signature or bytes were not what they should be. */
  readonly wrong: string[]
  close(): Promise<void>
}

/** One real HTTP server that plays all receivers. Each keeps what it got, and holds every request against its secret. */
export async function startReceivers(count: number, secretOf: (endpoint: number) => string): Promise<Receivers> {
  const arrivals = Array.from({ length: count }, () => new Map<string, Arrival>())
  const wrong: string[] = []
  let hanging: number | undefined

  function note(endpoint: number, headers: IncomingHttpHeaders, body: string): void {
    const id = String(headers['webhook-id'])
    if (!isSigned(headers, body, secretOf(endpoint))) wrong.push(`${id} at ${endpoint}: the signature does not fit`)
    const digest = createHash('sha256').update(body).digest('base64')
    const known = arrivals[endpoint]?.get(id)
    if (known && known.body !== digest) wrong.push(`${id} at ${endpoint}: other bytes than the first time`)
    if (known) known.times++
    else arrivals[endpoint]?.set(id, { first: Date.now(), times: 1, body: digest })
  }

  const server = createServer((request, response) => {
    const endpoint = Number(request.url?.slice(1))
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      if (endpoint === hanging) return
      note(endpoint, request.headers, body)
      response.writeHead(204).end()
    })
    request.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 2_048, resolve))
  const { port } = server.address() as AddressInfo
  return {
    arrivals,
    wrong,
    url: (endpoint) => `http://127.0.0.1:${port}/${endpoint}`,
    hang: (endpoint) => void (hanging = endpoint),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The specification once more, in the harness's own words. */
function isSigned(headers: IncomingHttpHeaders, body: string, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}
