import type { AccountsDb, ReaderDb } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { FeedCursor } from './feed-cursor.ts'
import { findWatchersWithAccess, type Watching } from './find-watchers-with-access.ts'
import { createOpenDeliveries } from './open-deliveries.ts'
import { type Feed, readFeed } from './read-feed.ts'
import { readFeedChanges, readFeedCursor } from './read-feed-changes.ts'
import { readFeedOrders } from './read-feed-orders.ts'

const MAX_WATCHERS = 1_000
const MAX_PER_STORE = 100
const MAX_PER_CALLER = 10
/** Together with the check of access, one statement a second while nothing happens. */
const IDLE_MS = 1_080
const ACTIVE_MS = 250
/** After a change, its next steps follow within seconds. */
const ACTIVE_FOR_MS = 10_000

export type FeedWatcher = Watching & { send: (feed: Feed) => void; end: () => void }

export type FeedWatchers = {
  /** Sends what changed since `after`, and then every change. Rejects if too many watch. */
  add: (watcher: FeedWatcher, after: FeedCursor | undefined) => Promise<{ remove: () => void }>
  /** Sends what changed to all watchers, with one query. Does nothing while no one watches. */
  check: () => Promise<void>
  /** How long to wait until the next check. */
  interval: () => number
  /** Ends the watches of everyone who has lost access. */
  checkAccess: () => Promise<void>
  count: () => number
  stop: () => void
}

/** Changes are kept until the watcher got what happened before them. */
type Entry = FeedWatcher & { kept: Feed[] | undefined }

/** Everyone who watches the feed of a store in this process. The cost of a check does not depend on how many they are. */
export function createFeedWatchers({ reader, accounts }: { reader: ReaderDb; accounts: AccountsDb }): FeedWatchers {
  const entries = new Set<Entry>()
  const open = createOpenDeliveries()
  let cursor: Promise<FeedCursor> | undefined
  let checking: Promise<void> | undefined
  let changedAt = 0
  let isStopped = false

  function remove(entry: Entry): void {
    if (!entries.delete(entry)) return
    if (![...entries].some(({ storeId }) => storeId === entry.storeId)) open.forget(entry.storeId)
    if (entries.size === 0) cursor = undefined
  }

  function requireRoom({ storeId, principal }: FeedWatcher): void {
    const watching = [...entries]
    const ofCaller = watching.filter((entry) => callerOf(entry.principal) === callerOf(principal)).length
    const ofStore = watching.filter((entry) => entry.storeId === storeId).length
    if (isStopped || watching.length >= MAX_WATCHERS)
      throw new AppError('unavailable', 'Too many people watch now. Request the feed again later.', { retryAfter: 30 })
    if (ofCaller >= MAX_PER_CALLER || ofStore >= MAX_PER_STORE)
      throw new AppError('rate_limited', 'This feed is open too often. Close one of its pages.', { retryAfter: 30 })
  }

  async function add(watcher: FeedWatcher, after: FeedCursor | undefined): Promise<{ remove: () => void }> {
    requireRoom(watcher)
    const entry: Entry = { ...watcher, kept: [] }
    entries.add(entry)
    try {
      // Everything after the cursor of this process will be sent, so the rest is read only now.
      cursor ??= readFeedCursor(reader)
      await cursor
      const feed = await readFeed(reader, { storeId: entry.storeId, after })
      open.note(feed.orders)
      for (const message of [feed, ...(entry.kept ?? [])]) entry.send(message)
      entry.kept = undefined
    } catch (error) {
      if (entries.size === 1) cursor = undefined
      remove(entry)
      throw error
    }
    return { remove: () => remove(entry) }
  }

  async function readChanges(): Promise<void> {
    const since = await cursor
    if (since === undefined || entries.size === 0) return
    const storeIds = [...new Set([...entries].map(({ storeId }) => storeId))]
    // If this fails, the cursor stays, and the next check reads everything that happened since.
    const changes = await readFeedChanges(reader, { since, storeIds, open: open.list() })
    const orders = await readFeedOrders(reader, changes.changed)
    if (changes.changed.length > 0) changedAt = performance.now()
    if (cursor !== undefined) cursor = Promise.resolve(changes.cursor)
    open.note(orders)
    for (const entry of entries) {
      const own = orders.filter(({ storeId }) => storeId === entry.storeId)
      if (own.length === 0 && changes.isComplete) continue
      const feed = { orders: own, cursor: changes.cursor, isComplete: changes.isComplete }
      if (entry.kept) entry.kept.push(feed)
      else entry.send(feed)
    }
  }

  return {
    add,
    check() {
      if (entries.size === 0) return Promise.resolve()
      checking ??= readChanges().finally(() => (checking = undefined))
      return checking
    },
    interval: () => (performance.now() - changedAt < ACTIVE_FOR_MS ? ACTIVE_MS : IDLE_MS),
    async checkAccess() {
      const watching = [...entries]
      if (watching.length === 0) return
      const allowed = await findWatchersWithAccess(accounts, watching)
      for (const entry of watching) if (!allowed.has(entry)) entry.end()
    },
    count: () => entries.size,
    stop() {
      isStopped = true
      for (const { end } of entries) end()
    },
  }
}

function callerOf(principal: FeedWatcher['principal']): string {
  return principal.kind === 'token' ? principal.tokenId : principal.accountId
}
