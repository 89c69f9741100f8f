import type { WaitingPolls } from '../delivery/waiting/waiting-polls.ts'
import type { CallerCache } from '../game-servers/caller-cache.ts'
import type { AddressWatch } from '../game-servers/watch-addresses.ts'
import { type Log, repeat } from './repeat.ts'

/** Half of what a waiter may notice is left for the poll that follows. */
const ARRIVALS_MS = 100
const CHANGES_MS = 5_000
const ADDRESSES_MS = 60_000

export type FollowParts = { callers: CallerCache; waiters: WaitingPolls; watch: AddressWatch; log: Log }

/**
 * Keeps what a process remembers in step with the database: keys that were revoked or changed, what came for those who
 * wait, and from where keys are used.
 */
export async function followDatabase({
  callers,
  waiters,
  watch,
  log,
}: FollowParts): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  const every = (name: string, everyMs: number, work: () => Promise<void>) =>
    repeat({ name, everyMs, againMs: 250, signal: stopping.signal, log }, work)
  // Before the first caller: without it nobody is known, and everybody would be asked for.
  await callers.hearChanges().catch(() => undefined)
  const running = Promise.all([
    every('waiting polls', ARRIVALS_MS, waiters.lookForNews),
    every('changed keys', CHANGES_MS, callers.hearChanges),
    every('addresses of keys', ADDRESSES_MS, watch.flush),
  ])
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
