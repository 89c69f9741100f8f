import { LRUCache } from 'lru-cache'
import { coalesce } from '../db/coalesce.ts'
import type { GatewayDb } from '../db/database.ts'
import type { ServerKeyId } from '../ids.ts'
import { hashSecretToken } from '../secret-token.ts'
import { authenticateServers, type Caller } from './authenticate-server.ts'
import { FIRST_READ, readKeyChanges } from './read-key-changes.ts'
import { isForged } from './server-key.ts'

const MAX_CALLERS = 1_200_000
/** Only a safeguard, because changes of keys are read every few seconds. */
const FRESH_MS = 10 * 60_000
const RECENT_MS = 15 * 60_000
/** If changes could not be read for this long, the cache is not trusted. So a revoked key ends within a minute. */
const CHANGES_MAX_AGE_MS = 30_000

export type CallerCache = {
  /** The owner of a key, from memory. Undefined if it is not known for certain. */
  find: (key: string) => Caller | undefined
  /** The owner of a key, from the database. Undefined if the key is unknown or revoked. */
  query: (key: string) => Promise<Caller | undefined>
  /** The owner that a key had in the last 15 minutes, for requests that are served during an outage. */
  findRecent: (key: string) => Caller | undefined
  /** Reads which keys were revoked or changed, and stops trusting their entries. */
  readChanges: () => Promise<void>
}

/** `at`: the time before the database was queried. */
type Entry = { caller: Caller; at: number }

/** Remembers callers, so that a poll does not look up its key. Concurrent queries share one statement. */
export function createCallerCache(db: GatewayDb): CallerCache {
  // By the key itself, which every request carries: hashing it for every poll would cost more than the rest of a lookup.
  // With `max` instead of `maxSize`, the cache would allocate its full size at the start.
  const entries = new LRUCache<string, Entry>({ maxSize: MAX_CALLERS, sizeCalculation: () => 1 })
  const changed = new Map<ServerKeyId, { change: string; readAt: number }>()
  const authenticate = coalesce(
    (hashes: Buffer[]) => authenticateServers(db, hashes),
    () => '',
  )
  let lastRead = { until: FIRST_READ, at: Number.NEGATIVE_INFINITY }

  function isCurrent({ caller, at }: Entry, now: number): boolean {
    if (now - at > FRESH_MS) return false
    if (changed.size === 0) return true
    const change = changed.get(caller.keyId)
    return change === undefined || at > change.readAt
  }

  return {
    find(key) {
      const now = performance.now()
      if (now - lastRead.at > CHANGES_MAX_AGE_MS) return undefined
      const entry = entries.get(key)
      return entry && isCurrent(entry, now) ? entry.caller : undefined
    },
    async query(key) {
      if (key === '' || isForged(key)) return undefined
      const at = performance.now()
      const caller = await authenticate(hashSecretToken(key))
      if (!caller) {
        entries.delete(key)
        return undefined
      }
      const before = entries.get(key)?.caller
      if (before) {
        caller.polls = before.polls
        // The last address of a bound server is checked again, because the server may be bound to others now.
        if (!caller.boundTo) {
          caller.address = before.address
          caller.addressUntil = before.addressUntil
        }
      }
      entries.set(key, { caller, at })
      return caller
    },
    findRecent(key) {
      const entry = entries.get(key)
      return entry && performance.now() - entry.at < RECENT_MS ? entry.caller : undefined
    },
    async readChanges() {
      const at = performance.now()
      const { changes, until } = await readKeyChanges(db, lastRead.until)
      const readAt = performance.now()
      for (const [id, before] of changed) if (readAt - before.readAt > FRESH_MS) changed.delete(id)
      for (const { id, at: change } of changes) {
        if (changed.get(id)?.change !== change) changed.set(id, { change, readAt })
      }
      lastRead = { until, at }
    },
  }
}
