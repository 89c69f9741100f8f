import type { WaitingPolls } from '../delivery/waiting/waiting-polls.ts'
import type { FeedWatchers } from '../feed/feed-watchers.ts'
import type { CallerCache } from '../game-servers/caller-cache.ts'
import type { AddressWatch } from '../game-servers/watch-addresses.ts'
import { SLOT_MS } from '../game-servers/write-slots.ts'
import type { MovedStores } from '../portable/move/moved-stores.ts'
import type { StoreHosts } from '../stores/hosts/store-hosts.ts'
import { type Log, repeat } from './repeat.ts'

/** Short, because a waiting poll still needs a query after it was woken. */
const ARRIVALS_MS = 100
const CHANGES_MS = 5_000
/** An owner who added a host opens it at once. */
const HOSTS_MS = 1_000
/** A revoked session or role closes a live feed after this time at the latest. */
const FEED_ACCESS_MS = 15_000

export type FollowParts = {
  callers: CallerCache
  waitingPolls: WaitingPolls
  watch: AddressWatch
  hosts: StoreHosts
  /** Stores that have left this cell. */
  moved?: MovedStores
  /** Only where the management API is served. */
  feed?: FeedWatchers
  log: Log
}

/**
 * Keeps a process in sync with the database: changed keys, new deliveries for waiting polls, hosts of stores, the addresses
 * that keys are used from, and the orders that people watch.
 */
export async function followDatabase({
  callers,
  waitingPolls,
  watch,
  hosts,
  moved,
  feed,
  log,
}: FollowParts): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  const every = (name: string, everyMs: number | (() => number), work: () => Promise<void>) =>
    repeat({ name, everyMs, retryMs: 250, signal: stopping.signal, log }, work)
  // Before the first request: an empty cache would cause a query for every caller.
  await Promise.all([callers.readChanges(), hosts.readChanges(), moved?.refresh()]).catch(() => undefined)
  const running = Promise.all([
    every('waiting polls', ARRIVALS_MS, async () => {
      // A sale has arrived, so whoever watches its store need not wait for the next check. Its failure is logged there.
      if (await waitingPolls.checkArrivals()) void feed?.check().catch(() => undefined)
    }),
    feed && every('live feed', feed.interval, feed.check),
    feed && every('access to live feeds', FEED_ACCESS_MS, feed.checkAccess),
    every('changed keys', CHANGES_MS, callers.readChanges),
    every('hosts of stores', HOSTS_MS, hosts.readChanges),
    moved && every('moved stores', moved.refreshMs, moved.refresh),
    every('addresses of keys', SLOT_MS, watch.flushNext),
  ])
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
