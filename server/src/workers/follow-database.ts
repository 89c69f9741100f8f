import type { WaitingPolls } from '../delivery/waiting/waiting-polls.ts'
import type { CallerCache } from '../game-servers/caller-cache.ts'
import type { AddressWatch } from '../game-servers/watch-addresses.ts'
import type { StoreHosts } from '../stores/hosts/store-hosts.ts'
import { type Log, repeat } from './repeat.ts'

/** Short, because a waiting poll still needs a query after it was woken. */
const ARRIVALS_MS = 100
const CHANGES_MS = 5_000
/** An owner who added a host opens it at once. */
const HOSTS_MS = 1_000
const ADDRESSES_MS = 60_000

export type FollowParts = {
  callers: CallerCache
  waitingPolls: WaitingPolls
  watch: AddressWatch
  hosts: StoreHosts
  log: Log
}

/**
 * Keeps the caches of a process in sync with the database: changed keys, new deliveries for waiting polls, hosts of stores,
 * and the addresses that keys are used from.
 */
export async function followDatabase({
  callers,
  waitingPolls,
  watch,
  hosts,
  log,
}: FollowParts): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  const every = (name: string, everyMs: number, work: () => Promise<void>) =>
    repeat({ name, everyMs, retryMs: 250, signal: stopping.signal, log }, work)
  // Before the first request: an empty cache would cause a query for every caller.
  await Promise.all([callers.readChanges(), hosts.readChanges()]).catch(() => undefined)
  const running = Promise.all([
    every('waiting polls', ARRIVALS_MS, waitingPolls.checkArrivals),
    every('changed keys', CHANGES_MS, callers.readChanges),
    every('hosts of stores', HOSTS_MS, hosts.readChanges),
    every('addresses of keys', ADDRESSES_MS, watch.flush),
  ])
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
