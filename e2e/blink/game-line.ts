import { Agent, type IncomingMessage, request } from 'node:http'
import { operationOf, type Operation, type Transport } from '../emulators/store-connection.ts'

/** Longer than the server may take over anything: its patience with the database, or a waiting poll. */
const GIVE_UP_MS = 30_000

export type Call = {
  operation: Operation
  /** Of a report: which element it tells of. */
  elementId: string | undefined
  begun: number
  ended: number
  /** 0: no answer came. */
  status: number
  text: string
  /** Whether the server says that it waited for something to hand out. */
  waited: boolean
}

export type GameLine = {
  transport: Transport
  /** The next call comes over a new connection, as from a game server that was started again. */
  hangUp(): void
  /** Ends the poll that is under way, if there is one. */
  stopWaiting(): void
}

/** The one connection of a game server, kept open between its calls. */
export function openLine(
  { port, waitSeconds }: { port: number; waitSeconds: number | undefined },
  onCall: (call: Call) => void,
): GameLine {
  const open = () => new Agent({ keepAlive: true, maxSockets: 1 })
  let agent = open()
  let underWay: Operation | undefined

  const transport: Transport = async (url, { method, headers, body }) => {
    const operation = operationOf(url)
    if (operation === undefined) throw new Error(`Nothing is at ${url}`)
    const prefer = operation === 'queue' && waitSeconds !== undefined ? { prefer: `wait=${waitSeconds}` } : {}
    const { pathname: path } = new URL(url)
    const begun = Date.now()
    underWay = operation
    const answer = await ask({ port, path, method, agent, headers: { ...headers, ...prefer } }, body)
    underWay = undefined
    onCall({ operation, elementId: reportedId(body), begun, ended: Date.now(), ...answer })
    if (answer.status === 0) throw new TypeError(answer.text)
    return { status: answer.status, text: async () => answer.text }
  }
  function hangUp(): void {
    agent.destroy()
    agent = open()
  }
  return {
    transport,
    hangUp,
    stopWaiting() {
      if (underWay === 'queue') hangUp()
    },
  }
}

function reportedId(body: string | undefined): string | undefined {
  return (JSON.parse(body ?? '{}') as { commandQueueId?: string }).commandQueueId
}

type Asked = { port: number; path: string; method: string; agent: Agent; headers: Record<string, string> }

async function ask(asked: Asked, body: string | undefined): Promise<Pick<Call, 'status' | 'text' | 'waited'>> {
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', timeout: GIVE_UP_MS, ...asked }, resolve)
      sent.once('timeout', () => sent.destroy(new Error(`no answer within ${GIVE_UP_MS / 1_000} s`)))
      sent.once('error', reject)
      sent.end(body)
    })
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) text += chunk
    const waited = response.headers['preference-applied']?.includes('wait=') ?? false
    return { status: response.statusCode ?? 0, text, waited }
  } catch (error) {
    return { status: 0, text: String(error), waited: false }
  }
}
