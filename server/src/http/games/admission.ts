import { setTimeout as sleep } from 'node:timers/promises'
import { plainAddress } from '../../address-ranges.ts'
import { isDatabaseUnavailable, retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import { AppError } from '../../errors.ts'
import { type Caller, POLL_RATE } from '../../game-servers/authenticate-server.ts'
import type { CallerCache } from '../../game-servers/caller-cache.ts'
import type { LastSeenRecorder } from '../../game-servers/record-last-seen.ts'
import type { AddressWatch } from '../../game-servers/watch-addresses.ts'
import { takeToken } from '../../token-bucket.ts'
import type { TokenBuckets } from '../token-buckets.ts'

/** A caller that the cache knows waits no longer than this for the database. */
const CACHE_AFTER_MS = 1_000

/** The address is empty after the connection was closed. */
type Attempt = { key: string; address: string; deadline: number }
export type Admitted = { caller: Caller; fromCache: boolean }

export type Admission = {
  /** Admits a caller that the cache knows. Undefined: the database must be asked. */
  admit: (key: string, address: string) => Caller | undefined
  /** Every check of a poll; throws if one fails. */
  admitPoll: (caller: Caller) => void
  /** Asks the database; throws if the key or the address is refused. */
  authenticate: (attempt: Attempt) => Promise<Admitted>
  /** The same for a call that is better served from the cache than refused during an outage of the database. */
  authenticateDuringOutage: (attempt: Attempt) => Promise<Admitted>
}

type Parts = { callers: CallerCache; watch: AddressWatch; lastSeen: LastSeenRecorder; failures: TokenBuckets }

/**
 * Every check that a call of a game server passes. The routes and the fast path share it, so a new check is written
 * once. Failed calls are limited by address; calls with a valid key are not, even from the same address.
 */
export function createAdmission({ callers, watch, lastSeen, failures }: Parts): Admission {
  function pass(caller: Caller, address: string): Caller {
    if (address !== '') watch.note(caller, address)
    return caller
  }

  async function query({ key, address, deadline }: Attempt): Promise<Caller> {
    const caller = await retryWhileUnavailable(deadline, () => callers.query(key))
    if (caller && mayCallFrom(caller, address)) return caller
    // The response is that of an unknown key, so a thief of the key learns nothing. The owner of the store is warned.
    if (caller) watch.noteRefused(caller, address)
    failures.take(address)
    throw new AppError('unauthorized', 'This server key is unknown or was revoked')
  }

  async function authenticate(attempt: Attempt): Promise<Admitted> {
    return { caller: pass(await query(attempt), attempt.address), fromCache: false }
  }

  return {
    admit(key, address) {
      const caller = callers.find(key)
      return caller && mayCallFrom(caller, address) ? pass(caller, address) : undefined
    },
    admitPoll(caller) {
      takeToken(caller.polls, POLL_RATE)
      lastSeen.note(caller)
    },
    authenticate,
    async authenticateDuringOutage(attempt) {
      const known = callers.findRecent(attempt.key)
      if (!known || !mayCallFrom(known, attempt.address)) return authenticate(attempt)
      const queried = query({ ...attempt, deadline: 0 }).catch((error: unknown) => {
        if (error instanceof AppError && isDatabaseUnavailable(error.cause)) return known
        throw error
      })
      const caller = await Promise.race([queried, sleep(CACHE_AFTER_MS, known, { ref: false })])
      return { caller: pass(caller, attempt.address), fromCache: caller === known }
    },
  }
}

/** Quick for a server that is not bound to addresses, and for one that calls from the same address again. */
function mayCallFrom({ boundTo, address: last }: Caller, address: string): boolean {
  if (boundTo === undefined) return true
  return address !== '' && (address === last || boundTo.includes(plainAddress(address)))
}
