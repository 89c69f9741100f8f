import { type Db, inStore, type Tx } from '../../db/database.ts'
import type { DeliveryRow } from '../../delivery/read/read-deliveries.ts'
import type { DeliveryFilter } from '../../delivery/read/read-delivery-page.ts'
import { searchDeliveries } from './search-deliveries.ts'

/** The newest deliveries of a store that match, read page by page. */
export async function listDeliveries(db: Db | Tx, filter: DeliveryFilter & { limit: number }): Promise<DeliveryRow[]> {
  return inStore(db, filter.storeId, async (tx) => {
    const found: DeliveryRow[] = []
    for (let after = filter.after; ;) {
      const page = await searchDeliveries(tx, { ...filter, limit: filter.limit - found.length, after })
      found.push(...page.deliveries)
      if (page.next === null || found.length >= filter.limit) return found
      after = page.next
    }
  })
}
