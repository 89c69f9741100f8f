import { type ClientOptions, createConnection } from './store-connection.ts'
import type { CheckoutCommand, Processed, Store } from './types.ts'
import { readCheckoutCommands, readFields } from './wire.ts'

type Options = { signal?: AbortSignal }
type PollOptions = Options & { wait?: number }

export type GamesClient = {
  /** Registers the game server when it starts. */
  init: (details: { serverPort: number }, options?: Options) => Promise<Store>
  /** Returns the pending commands. With `wait`, the store keeps a poll of an empty queue open for that many seconds. */
  pendingCommands: (options?: PollOptions) => Promise<CheckoutCommand[]>
  /** Like `pendingCommands`, and also returns whether the store supports waiting. */
  pollQueue: (options?: PollOptions) => Promise<{ commands: CheckoutCommand[]; hasWaited: boolean }>
  /** Reports that a command was run. A repeated report changes nothing. */
  markAsProcessed: (commandQueueId: string, options?: Options) => Promise<Processed>
}

const ROOT = '/api/games/1.0'

/** Creates a client of games interface 1.0. */
export function createGamesClient(options: ClientOptions): GamesClient {
  const { call } = createConnection(options)

  async function pollQueue({ wait, signal }: PollOptions = {}) {
    const path = `${ROOT}/commands/pending-commands`
    const { body, hasWaited } = await call({ method: 'GET', path, wait, signal })
    return { commands: readCheckoutCommands(body), hasWaited }
  }

  return {
    pollQueue,

    async init({ serverPort }, { signal } = {}) {
      const { body } = await call({ method: 'POST', path: `${ROOT}/init`, body: { serverPort }, signal })
      return readFields<Store>(body, ['id', 'name', 'plan', 'expirationDate', 'url'])
    },

    pendingCommands: async (pollOptions) => (await pollQueue(pollOptions)).commands,

    async markAsProcessed(commandQueueId, { signal } = {}) {
      const path = `${ROOT}/commands/mark-as-processed`
      const { body } = await call({ method: 'POST', path, body: { commandQueueId }, signal })
      return readFields<Processed>(body, ['id', 'status', 'processedAt'])
    },
  }
}
