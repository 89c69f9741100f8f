import { once } from 'node:events'
import { type IncomingMessage, request as openRequest } from 'node:http'
import { text } from 'node:stream/consumers'

type HostRequest = { method?: string; path: string; headers?: Record<string, string>; body?: string }

/** Sends a request with a `Host` header of its own, which `fetch` does not allow. */
export async function requestHost(baseUrl: string, host: string | undefined, request: HostRequest) {
  const { method = 'GET', path, headers = {}, body } = request
  const { hostname, port } = new URL(baseUrl)
  const outgoing = openRequest({
    host: hostname,
    port,
    method,
    path,
    setHost: false,
    headers: { ...(host !== undefined && { host }), connection: 'close', ...headers },
  })
  outgoing.end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) }
}
