import { once } from 'node:events'
import { type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen } from '../kit/game/listen.ts'

/** The request is lost, its response is lost, or the proxy responds. */
export type Fault = 'lost request' | 'lost response' | { status: number; retryAfter: number }

/** A proxy for the store that injects faults. */
export async function startFaultyProxy(baseUrl: string, injectFault: (path: string) => Fault | undefined) {
  const requests: { path: string; at: number }[] = []
  const server = await listen((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, at: performance.now() })
    forward(baseUrl, request, response, injectFault(path)).catch(() => response.destroy())
  })
  return { ...server, requests }
}

async function forward(
  baseUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  const body = await buffer(request)
  if (fault === 'lost request') {
    response.destroy()
    return
  }
  if (typeof fault === 'object') {
    response.writeHead(fault.status, { 'retry-after': String(fault.retryAfter) }).end('{}')
    return
  }
  const { method = 'GET', url = '', headers } = request
  // One connection per request, because an open connection would keep the store from closing.
  const forwarded = sendRequest(baseUrl + url, { method, headers: { ...headers, connection: 'close' }, agent: false })
  response.on('close', () => forwarded.destroy())
  forwarded.end(body)
  const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]
  const text = await buffer(answer)
  if (fault === 'lost response') response.destroy()
  else response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'keep-alive' }).end(text)
}
