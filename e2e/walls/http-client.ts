import { Agent, request as sendRequest } from 'node:http'

type HttpRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: unknown
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

const IGNORED_HEADERS = new Set(['date', 'connection', 'keep-alive'])
const SOCKETS = 16

/** Sends requests over real sockets, from any address of this machine. */
export function createHttpClient(port: number, { sockets = SOCKETS } = {}): HttpClient {
  const agents = new Map<string, Agent>()

  function findAgent(address: string): Agent {
    const agent = agents.get(address) ?? new Agent({ keepAlive: true, maxSockets: sockets })
    agents.set(address, agent)
    return agent
  }

  return {
    send: ({ method, path, headers: given, body, address }) => {
      const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
      const type = bytes && { 'content-type': 'application/json' }
      const headers = { ...given, ...type, 'content-length': bytes?.length ?? 0 }
      const options = {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: findAgent(address),
        localAddress: address,
        headers,
      }
      return new Promise((resolve, reject) => {
        const request = sendRequest(options, (response) => {
          const chunks: Buffer[] = []
          response.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: readHeaders(response.rawHeaders),
              text: Buffer.concat(chunks).toString(),
            }),
          )
        })
        request.on('error', reject).end(bytes)
      })
    },
    close: () => {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

function readHeaders(raw: string[]): [string, string][] {
  const pairs: [string, string][] = []
  for (let i = 0; i < raw.length; i += 2) pairs.push([(raw[i] ?? '').toLowerCase(), raw[i + 1] ?? ''])
  return pairs.filter(([name]) => !IGNORED_HEADERS.has(name))
}
