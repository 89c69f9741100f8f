import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'

/** Brings the end of all that players of a test store hold nearer: it was bought that much earlier. */
export async function advanceEntitlements(
  tx: Tx,
  { storeId, seconds }: { storeId: StoreId; seconds: number },
): Promise<void> {
  await sql`
    with held as (
      update entitlements set until = until - make_interval(secs => ${seconds})
      where store_id = ${storeId} and ended_at is null
      returning store_id, id)
    update grants g set granted_at = g.granted_at - make_interval(secs => ${seconds})
    from held where g.store_id = held.store_id and g.entitlement_id = held.id`.execute(tx)
}
