import type { Tx } from '../db/database.ts'
import type { RedeliveryId, StoreId } from '../ids.ts'
import type { RedeliveryState } from './redelivery.ts'
import { REDELIVERY_COLUMNS, type RedeliveryRow } from './show-redelivery.ts'

/** Newest first. */
export async function listRedeliveries(
  tx: Tx,
  { storeId, state, limit, after }: { storeId: StoreId; state?: RedeliveryState; limit: number; after?: RedeliveryId },
): Promise<RedeliveryRow[]> {
  let query = tx
    .selectFrom('redeliveries')
    .select(REDELIVERY_COLUMNS)
    .where('store_id', '=', storeId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (state !== undefined) query = query.where('state', '=', state)
  if (after !== undefined) query = query.where('id', '<', after)
  return query.execute()
}
