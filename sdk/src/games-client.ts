import { type ClientOptions, openConnection } from './store-connection.ts'
import type { CheckoutCommand, Processed, Store } from './types.ts'
import { readCheckoutCommands, readFields } from './wire.ts'

type Options = { signal?: AbortSignal }
type PollOptions = Options & { wait?: number }

export type GamesClient = {
  /** Tells the store that this game server is up. */
  init: (details: { serverPort: number }, options?: Options) => Promise<Store>
  /** What waits for delivery. With `wait`, an empty queue is answered when something comes, or after so many seconds. */
  pendingCommands: (options?: PollOptions) => Promise<CheckoutCommand[]>
  /** The same, and whether the store knows how to wait. */
  pollQueue: (options?: PollOptions) => Promise<{ commands: CheckoutCommand[]; hasWaited: boolean }>
  /** Says that a command was run. May be said again: the second time changes nothing. */
  markAsProcessed: (commandQueueId: string, options?: Options) => Promise<Processed>
}

const ROOT = '/api/games/1.0'

/** The interface 1.0. */
export function createGamesClient(options: ClientOptions): GamesClient {
  const { call } = openConnection(options)

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

    pendingCommands: async (asked) => (await pollQueue(asked)).commands,

    async markAsProcessed(commandQueueId, { signal } = {}) {
      const path = `${ROOT}/commands/mark-as-processed`
      const { body } = await call({ method: 'POST', path, body: { commandQueueId }, signal })
      return readFields<Processed>(body, ['id', 'status', 'processedAt'])
    },
  }
}
