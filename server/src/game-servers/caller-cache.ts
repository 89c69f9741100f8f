import { coalesce } from '../db/coalesce.ts'
import type { GatewayDb } from '../db/database.ts'
import type { ServerKeyId } from '../ids.ts'
import { createTwoShelves } from '../two-shelves.ts'
import { authenticateServers, type Caller } from './authenticate-server.ts'
import { FIRST_READ, readKeyChanges } from './read-key-changes.ts'
import { hashSecretToken } from '../secret-token.ts'
import { isForged } from './server-key.ts'

/** Half of what is kept at the most. */
const SHELF = 600_000
/** Only a safeguard: changes are heard of. */
const FRESH_MS = 10 * 60_000
const RECALLED_MS = 15 * 60_000
/** Without news of changes for this long, nobody is known any more. A revoked key ends within a minute. */
const NEWS_MS = 30_000

export type CallerCache = {
  /** Whom a key belongs to, without asking the database; undefined when that is not known for sure. */
  find: (key: string) => Caller | undefined
  /** The same by asking the database; undefined for a key that is unknown or revoked. */
  ask: (key: string) => Promise<Caller | undefined>
  /** What was known of a key in the last quarter of an hour: for callers that are better served so than not. */
  recall: (key: string) => Caller | undefined
  /** Learns which keys were revoked since the last time, or stand for something else now. */
  hearChanges: () => Promise<void>
}

/** `at` is the moment before the database was asked. */
type Known = { caller: Caller; at: number }

/** Remembers who calls, so that a poll costs no look at its key. Many questions at once are one to the database. */
export function createCallerCache(db: GatewayDb): CallerCache {
  // By the key, which every request brings along in clear: to hash it at each poll costs more than the rest of this.
  const known = createTwoShelves<string, Known>(SHELF)
  const changed = new Map<ServerKeyId, { change: string; heardAt: number }>()
  const askTogether = coalesce(
    (hashes: Buffer[]) => authenticateServers(db, hashes),
    () => '',
  )
  let heard = { until: FIRST_READ, at: Number.NEGATIVE_INFINITY }

  function isCurrent({ caller, at }: Known, now: number): boolean {
    if (now - at > FRESH_MS) return false
    if (changed.size === 0) return true
    const change = changed.get(caller.keyId)
    return change === undefined || at > change.heardAt
  }

  return {
    find(key) {
      const now = performance.now()
      if (now - heard.at > NEWS_MS) return undefined
      const entry = known.get(key)
      return entry && isCurrent(entry, now) ? entry.caller : undefined
    },
    async ask(key) {
      if (key === '' || isForged(key)) return undefined
      const at = performance.now()
      const caller = await askTogether(hashSecretToken(key))
      const before = known.get(key)
      // What it has used up stays used up.
      if (caller && before) {
        caller.polls = before.caller.polls
        // From where a bound one was let in is looked at anew: it may be bound elsewhere now.
        if (!caller.boundTo) {
          caller.address = before.caller.address
          caller.addressUntil = before.caller.addressUntil
        }
      }
      if (caller) known.set(key, { caller, at })
      else known.delete(key)
      return caller
    },
    recall(key) {
      const entry = known.get(key)
      return entry && performance.now() - entry.at < RECALLED_MS ? entry.caller : undefined
    },
    async hearChanges() {
      const at = performance.now()
      const { changes, until } = await readKeyChanges(db, heard.until)
      const heardAt = performance.now()
      for (const [id, { heardAt: then }] of changed) if (heardAt - then > FRESH_MS) changed.delete(id)
      for (const { id, at: change } of changes) {
        if (changed.get(id)?.change !== change) changed.set(id, { change, heardAt })
      }
      heard = { until, at }
    },
  }
}
