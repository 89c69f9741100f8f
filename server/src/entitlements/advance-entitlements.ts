import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'

/** Moves the grants and ends of all active entitlements of a test store into the past by this many seconds. */
export async function advanceEntitlements(
  tx: Tx,
  { storeId, seconds }: { storeId: StoreId; seconds: number },
): Promise<void> {
  await sql`
    with active as (
      update entitlements set until = until - make_interval(secs => ${seconds})
      where store_id = ${storeId} and ended_at is null
      returning store_id, id)
    update grants g set granted_at = g.granted_at - make_interval(secs => ${seconds})
    from active where g.store_id = active.store_id and g.entitlement_id = active.id`.execute(tx)
}
