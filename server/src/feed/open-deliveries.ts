import type { StoreId } from '../ids.ts'
import { type OpenDelivery, stampOf } from './read-feed-changes.ts'
import type { FeedOrder } from './read-feed-orders.ts'

/** For each store, the latest ones. Older ones are read when someone opens the feed. */
const MAX_PER_STORE = 100
/** For all stores of this process, so that the query stays short. */
const MAX_TOTAL = 5_000

export type OpenDeliveries = {
  /** Orders as they were sent to the watchers of a store. */
  note: (orders: FeedOrder[]) => void
  forget: (storeId: StoreId) => void
  list: () => OpenDelivery[]
}

/** The deliveries of watched orders that are still in a queue. Their steps are found by asking for each of them. */
export function createOpenDeliveries(): OpenDeliveries {
  const stores = new Map<StoreId, Map<string, OpenDelivery[]>>()

  return {
    note(orders) {
      for (const { storeId, id: checkoutId, deliveries } of orders) {
        const store = stores.get(storeId) ?? new Map<string, OpenDelivery[]>()
        const open = deliveries
          .filter(({ finishedAt }) => finishedAt === null)
          .map((delivery) => ({ storeId, checkoutId, deliveryId: delivery.id, stamp: stampOf(delivery) }))
        store.delete(checkoutId)
        if (open.length > 0) store.set(checkoutId, open)
        stores.set(storeId, store)
      }
    },
    forget: (storeId) => void stores.delete(storeId),
    list: () =>
      [...stores.values()].flatMap((orders) => [...orders.values()].flat().slice(-MAX_PER_STORE)).slice(-MAX_TOTAL),
  }
}
