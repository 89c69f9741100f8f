import { once } from 'node:events'
import { Agent, type IncomingMessage, request as openRequest } from 'node:http'
import { text } from 'node:stream/consumers'

const TIMEOUT_MS = 60_000
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export type Request = { method: string; path: string; headers?: Record<string, string>; body?: string }

/** Over connections that are used again: the harness sends some hundred requests a second. */
export async function send(baseUrl: string, { method, path, headers = {}, body }: Request) {
  const { hostname, port } = new URL(baseUrl)
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const outgoing = openRequest({
    agent,
    hostname,
    port,
    method,
    path,
    timeout: TIMEOUT_MS,
    headers: { ...headers, ...length },
  })
  outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${method} ${path}`)))
  outgoing.end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, text: await text(response) }
}
