import { type ConnectionFailure, ConnectionLost, GameConnection } from './game-connection.ts'

export type Call = {
  operation: 'init' | 'poll' | 'report'
  /** The delivery that a report is about. */
  deliveryId: string | undefined
  start: number
  end: number
  /** 0 if there was no response. */
  status: number
  /** The body of the response, or why there is none. */
  text: string
  /** The server let the poll wait. */
  hasWaited: boolean
  failure?: ConnectionFailure
}

type Operation = Call['operation']

export const GAMES_PATHS: Record<Operation, string> = {
  init: '/api/games/1.0/init',
  poll: '/api/games/1.0/commands/pending-commands',
  report: '/api/games/1.0/commands/mark-as-processed',
}
/** Longer than the server retries, and longer than a waiting poll. */
const TIMEOUT_MS = 30_000

type Settings = { port: number; key: string; waitSeconds?: number | undefined; onIdleReset?: () => void }

/** The calls of one game server, over one connection that is opened again whenever it is closed. */
export function createGameCalls({ port, key, waitSeconds, onIdleReset = () => undefined }: Settings) {
  let connection: GameConnection | undefined
  let current: Operation | undefined

  async function call(operation: Operation, content?: object, deliveryId?: string): Promise<Call> {
    const start = Date.now()
    const finish = (rest: Pick<Call, 'status' | 'text' | 'hasWaited' | 'failure'>): Call => {
      current = undefined
      return { operation, deliveryId, start, end: Date.now(), ...rest }
    }
    current = operation
    const prefer = operation === 'poll' && waitSeconds !== undefined ? { prefer: `wait=${waitSeconds}` } : {}
    const request = { path: GAMES_PATHS[operation], headers: { authorization: key, ...prefer } }
    try {
      if (connection?.isOpen) await connection.checkClosed()
      if (!connection?.isOpen) connection = await GameConnection.open(port, onIdleReset)
      const { status, headers, body } = await connection.send(
        content ? { ...request, method: 'POST', body: JSON.stringify(content) } : { ...request, method: 'GET' },
        TIMEOUT_MS,
      )
      const hasWaited = headers.get('preference-applied')?.includes('wait=') ?? false
      return finish({ status, text: body.toString(), hasWaited })
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      return finish({ status: 0, text: error.message, hasWaited: false, failure: error.failure })
    }
  }

  return {
    init: () => call('init', { serverPort: 30_120 }),
    poll: () => call('poll'),
    report: (id: string) => call('report', { commandQueueId: id }, id),
    /** The next call uses a new connection. */
    close: () => connection?.close(),
    abortPoll() {
      if (current === 'poll') connection?.abort()
    },
  }
}

/** The ids of the deliveries in the response to a poll. */
export function readDeliveryIds(text: string): string[] {
  const { checkouts } = JSON.parse(text) as { checkouts: { id: string }[] }
  return checkouts.map(({ id }) => id)
}
