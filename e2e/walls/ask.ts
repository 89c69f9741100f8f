import { Agent, request as send } from 'node:http'

type Question = {
  method: string
  path: string
  headers: Record<string, string>
  body?: unknown
  /** Whom the product takes the caller for. */
  address: string
}
export type Answer = {
  status: number
  /** Without the time and what belongs to the connection alone. */
  headers: [string, string][]
  text: string
}

export type Asking = { ask: (question: Question) => Promise<Answer>; close: () => void }

const OF_THE_CONNECTION = new Set(['date', 'connection', 'keep-alive'])
const SOCKETS = 16

/** Asks a product over real sockets, from whichever address of this machine. */
export function createAsking(port: number, { sockets = SOCKETS } = {}): Asking {
  const agents = new Map<string, Agent>()

  function agentOf(address: string): Agent {
    const agent = agents.get(address) ?? new Agent({ keepAlive: true, maxSockets: sockets })
    agents.set(address, agent)
    return agent
  }

  return {
    ask: ({ method, path, headers, body, address }) => {
      const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
      return new Promise((resolve, reject) => {
        const request = send(
          {
            host: '127.0.0.1',
            port,
            method,
            path,
            agent: agentOf(address),
            localAddress: address,
            headers: {
              ...headers,
              ...(bytes
                ? { 'content-type': 'application/json', 'content-length': bytes.length }
                : { 'content-length': 0 }),
            },
          },
          (response) => {
            const chunks: Buffer[] = []
            response.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk))
            response.on('end', () =>
              resolve({
                status: response.statusCode ?? 0,
                headers: pairsOf(response.rawHeaders),
                text: Buffer.concat(chunks).toString(),
              }),
            )
          },
        )
        request.on('error', reject).end(bytes)
      })
    },
    close: () => {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

function pairsOf(raw: string[]): [string, string][] {
  const pairs: [string, string][] = []
  for (let i = 0; i < raw.length; i += 2) pairs.push([(raw[i] ?? '').toLowerCase(), raw[i + 1] ?? ''])
  return pairs.filter(([name]) => !OF_THE_CONNECTION.has(name))
}
