import type { ReaderDb, Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import type { FeedCursor } from './feed-cursor.ts'
import { readFeedChanges, readFeedCursor } from './read-feed-changes.ts'
import { type FeedOrder, readFeedOrders, readLatestOrders } from './read-feed-orders.ts'

/** A watcher who comes back gets these too, because their deliveries may have taken steps. */
export const LATEST_ORDERS = 50

export type Feed = {
  /** Oldest first. */
  orders: FeedOrder[]
  cursor: FeedCursor
  /** False if orders that changed since `after` are missing, because they are too many. */
  isComplete: boolean
}

/**
 * The latest orders of a store, and every order that was paid, refunded, disputed or held since `after`. The cursor is read
 * first, so whatever happens meanwhile is read again with the next one.
 */
export async function readFeed(
  db: ReaderDb | Tx,
  { storeId, after }: { storeId: StoreId; after?: FeedCursor | undefined },
): Promise<Feed> {
  const changes = after && (await readFeedChanges(db, { since: after, storeIds: [storeId] }))
  const { cursor, changed, isComplete } = changes ?? { cursor: await readFeedCursor(db), changed: [], isComplete: true }
  const orders = new Map<string, FeedOrder>()
  for (const order of await readFeedOrders(db, changed)) orders.set(order.id, order)
  for (const order of await readLatestOrders(db, storeId, LATEST_ORDERS)) orders.set(order.id, order)
  return { orders: [...orders.values()].sort((a, b) => (a.paidAt < b.paidAt ? -1 : 1)), cursor, isComplete }
}
