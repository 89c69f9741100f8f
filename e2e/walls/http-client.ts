import { once } from 'node:events'
import { Agent, type IncomingMessage, request as openRequest } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import type { Request } from './expected/expectation.ts'
import type { Operation } from './operations.ts'

type HttpRequest = {
  operation: Operation
  request: Request
  headers: Record<string, string>
  /** The address of this machine that the request comes from, because the product limits rates by address. */
  address: string
}
export type HttpResponse = {
  status: number
  /** Without the date and the headers of the connection. */
  headers: [string, string][]
  text: string
}

export type HttpClient = { send: (request: HttpRequest) => Promise<HttpResponse>; close: () => void }

const IGNORED_HEADERS = ['date', 'connection', 'keep-alive']

/** Sends requests over real sockets, from any address of this machine. `sockets` is the maximum for each address. */
export function createHttpClient(port: number, { sockets = 16 } = {}): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  return {
    async send({ operation, request, headers, address }) {
      const { raw } = request
      const text = raw?.text ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
      const body = text === undefined ? undefined : Buffer.from(text as string)
      const outgoing = openRequest({
        host: '127.0.0.1',
        port,
        method: operation.method,
        path: createPath(operation, request),
        agent,
        localAddress: address,
        headers: {
          ...headers,
          ...(request.ifMatch !== undefined && { 'if-match': request.ifMatch }),
          ...(body && { 'content-type': 'application/json', ...raw?.headers }),
          'content-length': body?.length ?? 0,
        },
      })
      const received = once(outgoing, 'response')
      // An error after the head of the response is reported by the response, too.
      outgoing.on('error', () => undefined).end(body)
      const [response] = (await received) as [IncomingMessage]
      const { statusCode: status = 0, headersDistinct } = response
      const names = Object.keys(headersDistinct).filter((name) => !IGNORED_HEADERS.includes(name))
      return {
        status,
        headers: names.map((name) => [name, String(headersDistinct[name])]),
        text: await readText(response),
      }
    },
    close: () => agent.destroy(),
  }
}

function createPath({ path }: Operation, { params, query }: Request): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return query ? `${filled}?${new URLSearchParams(query).toString()}` : filled
}
