import { LRUCache } from 'lru-cache'
import type { GatewayDb } from '../../db/database.ts'
import { isDatabaseAway, retryWhileAway } from '../../db/retry-while-away.ts'
import { AppError } from '../../errors.ts'
import { authenticateServer, type Caller } from '../../game-servers/authenticate-server.ts'
import { hashServerKey } from '../../game-servers/server-key.ts'
import type { TokenBuckets } from '../token-buckets.ts'

const REMEMBERED_MS = 15 * 60_000

export type Authentication = { caller: Caller; fromMemory: boolean }

type Attempt = {
  key: string
  address: string
  deadline: number
  /** Whether a caller seen lately will do while the database is away. */
  memoryWillDo: boolean
}

/** Who is calling. A caller that fails is limited by its address; one with a good key never is, whoever shares the address. */
export function createAuthenticator(
  db: GatewayDb,
  failures: TokenBuckets,
): (attempt: Attempt) => Promise<Authentication> {
  const seen = new LRUCache<string, Caller>({ max: 200_000, ttl: REMEMBERED_MS })

  return async function authenticate({ key, address, deadline, memoryWillDo }) {
    const memoryKey = hashServerKey(key).toString('base64')
    try {
      const caller = await retryWhileAway(memoryWillDo && seen.has(memoryKey) ? 0 : deadline, () =>
        authenticateServer(db, key),
      )
      if (!caller) {
        seen.delete(memoryKey)
        failures.take(address)
        throw new AppError('unauthorized', 'This server key is unknown or was revoked')
      }
      seen.set(memoryKey, caller)
      return { caller, fromMemory: false }
    } catch (error) {
      const caller = memoryWillDo && isAway(error) ? seen.get(memoryKey) : undefined
      if (!caller) throw error
      return { caller, fromMemory: true }
    }
  }
}

function isAway(error: unknown): boolean {
  return error instanceof AppError && isDatabaseAway(error.cause)
}
