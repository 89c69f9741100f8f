import { type Db, inStore, type Tx } from '../../db/database.ts'
import type { DeliveryFilter } from './choose-deliveries.ts'
import type { DeliveryRow } from './read-deliveries.ts'
import { searchDeliveries } from './search-deliveries.ts'

/** The newest deliveries of a store that match, as many pages of it as that takes. */
export async function listDeliveries(db: Db | Tx, filter: DeliveryFilter & { most: number }): Promise<DeliveryRow[]> {
  return inStore(db, filter.storeId, async (tx) => {
    const found: DeliveryRow[] = []
    for (let after = filter.after; ;) {
      const { deliveries, next } = await searchDeliveries(tx, { ...filter, most: filter.most - found.length, after })
      found.push(...deliveries)
      if (next === null || found.length >= filter.most) return found
      after = next
    }
  })
}
