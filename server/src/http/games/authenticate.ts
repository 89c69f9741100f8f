import { setTimeout as sleep } from 'node:timers/promises'
import { plainAddress } from '../../address-ranges.ts'
import { isDatabaseUnavailable, retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import { AppError } from '../../errors.ts'
import type { Caller } from '../../game-servers/authenticate-server.ts'
import type { CallerCache } from '../../game-servers/caller-cache.ts'
import type { AddressWatch } from '../../game-servers/watch-addresses.ts'
import type { TokenBuckets } from '../token-buckets.ts'

/** A caller that can be answered from memory waits no longer than this for the database. */
const MEMORY_AFTER_MS = 1_000

export type Authentication = { caller: Caller; fromMemory: boolean }

export type Authenticator = ReturnType<typeof createAuthenticator>

type Attempt = { key: string; address: string | undefined; deadline: number }

/** Whether it may call from there. Cheap for who is not bound, and for who calls from where it called last. */
export function mayAuthenticate({ boundTo, address: last }: Caller, address: string | undefined): boolean {
  if (boundTo === undefined) return true
  return address !== undefined && address !== '' && (address === last || boundTo.includes(plainAddress(address)))
}

/** Who is calling. A caller that fails is limited by its address; one with a good key never is, whoever shares the address. */
export function createAuthenticator(callers: CallerCache, watch: AddressWatch, failures: TokenBuckets) {
  async function ask({ key, address, deadline }: Attempt): Promise<Authentication> {
    const caller = await retryWhileUnavailable(deadline, () => callers.ask(key))
    if (caller && mayAuthenticate(caller, address)) return { caller, fromMemory: false }
    // Who has the right key at the wrong place learns nothing of that. Its owner does.
    if (caller) watch.noteRefused(caller, address ?? '')
    failures.take(address ?? '')
    throw new AppError('unauthorized', 'This server key is unknown or was revoked')
  }

  return {
    ask,
    /** For a call that had better be answered from memory than not at all while the database is away. */
    async askOrRecall(attempt: Attempt): Promise<Authentication> {
      const known = callers.recall(attempt.key)
      const remembered = known && mayAuthenticate(known, attempt.address) ? known : undefined
      const asked = ask({ ...attempt, ...(remembered && { deadline: 0 }) }).catch((error: unknown) => {
        if (remembered && isAway(error)) return { caller: remembered, fromMemory: true }
        throw error
      })
      if (!remembered) return asked
      const late = sleep(MEMORY_AFTER_MS, { caller: remembered, fromMemory: true }, { ref: false })
      return Promise.race([asked, late])
    },
  }
}

function isAway(error: unknown): boolean {
  return error instanceof AppError && isDatabaseUnavailable(error.cause)
}
