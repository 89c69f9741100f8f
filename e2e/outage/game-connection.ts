import { Agent, type IncomingMessage, request } from 'node:http'
import { operationOf, type Operation, type Transport } from '../emulators/store-connection.ts'

/** Longer than the server retries, and longer than a waiting poll. */
const TIMEOUT_MS = 30_000

export type Call = {
  operation: Operation
  /** The delivery that a report is about. */
  deliveryId: string | undefined
  start: number
  end: number
  /** 0 if there was no response. */
  status: number
  text: string
  /** The server let the poll wait. */
  hasWaited: boolean
}

export type GameConnection = {
  transport: Transport
  /** The next call uses a new connection, as after a restart of the game server. */
  reconnect(): void
  /** Aborts the poll in progress, if there is one. */
  abortPoll(): void
}

/** The connection of one game server, kept open between its calls. */
export function openConnection(
  { port, waitSeconds }: { port: number; waitSeconds: number | undefined },
  onCall: (call: Call) => void,
): GameConnection {
  const createAgent = () => new Agent({ keepAlive: true, maxSockets: 1 })
  let agent = createAgent()
  let current: Operation | undefined

  const transport: Transport = async (url, { method, headers, body }) => {
    const operation = operationOf(url)
    if (operation === undefined) throw new Error(`The games interface has no ${url}`)
    const prefer = operation === 'queue' && waitSeconds !== undefined ? { prefer: `wait=${waitSeconds}` } : {}
    const { pathname: path } = new URL(url)
    const start = Date.now()
    current = operation
    const response = await send({ port, path, method, agent, headers: { ...headers, ...prefer } }, body)
    current = undefined
    onCall({ operation, deliveryId: readReportedId(body), start, end: Date.now(), ...response })
    if (response.status === 0) throw new TypeError(response.text)
    return { status: response.status, text: async () => response.text }
  }
  function reconnect(): void {
    agent.destroy()
    agent = createAgent()
  }
  return {
    transport,
    reconnect,
    abortPoll() {
      if (current === 'queue') reconnect()
    },
  }
}

function readReportedId(body: string | undefined): string | undefined {
  return (JSON.parse(body ?? '{}') as { commandQueueId?: string }).commandQueueId
}

type Request = { port: number; path: string; method: string; agent: Agent; headers: Record<string, string> }

async function send(options: Request, body: string | undefined): Promise<Pick<Call, 'status' | 'text' | 'hasWaited'>> {
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', timeout: TIMEOUT_MS, ...options }, resolve)
      sent.once('timeout', () => sent.destroy(new Error(`no response within ${TIMEOUT_MS / 1_000} s`)))
      sent.once('error', reject)
      sent.end(body)
    })
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) text += chunk
    const hasWaited = response.headers['preference-applied']?.includes('wait=') ?? false
    return { status: response.statusCode ?? 0, text, hasWaited }
  } catch (error) {
    return { status: 0, text: String(error), hasWaited: false }
  }
}
