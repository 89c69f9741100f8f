import { once } from 'node:events'
import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen } from '../kit/game/listen.ts'

/** What happens to a request: it is lost, its answer is lost, or something in between refuses it. */
export type Trouble = 'unheard' | 'unanswered' | { status: number; retryAfter: number }

/** Stands in front of the store and spoils what the test wants spoilt. */
export async function troubleStore(baseUrl: string, trouble: (path: string) => Trouble | undefined) {
  const requests: { path: string; at: number }[] = []
  const server = await listen((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, at: performance.now() })
    pass(baseUrl, request, response, trouble(path)).catch(() => response.destroy())
  })
  return { ...server, requests }
}

async function pass(
  baseUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
  trouble: Trouble | undefined,
): Promise<void> {
  const body = await buffer(request)
  if (trouble === 'unheard') {
    response.destroy()
    return
  }
  if (typeof trouble === 'object') {
    response.writeHead(trouble.status, { 'retry-after': String(trouble.retryAfter) }).end('{}')
    return
  }
  const { method = 'GET', url = '', headers } = request
  // A connection for each request: none of them is left to keep the store from closing.
  const asked = ask(baseUrl + url, { method, headers: { ...headers, connection: 'close' }, agent: false })
  response.on('close', () => asked.destroy())
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const text = await buffer(answer)
  if (trouble === 'unanswered') response.destroy()
  else response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'keep-alive' }).end(text)
}
