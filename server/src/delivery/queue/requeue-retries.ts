import { sql } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'

const BATCH_SIZE = 1_000

/** Makes deliveries ready again whose retry is due. The new `enqueued_xid` wakes waiting polls. */
export async function requeueRetries(db: GatewayDb): Promise<number> {
  const { numAffectedRows } = await sql`
    with due as (
      select store_id, id from pending_deliveries
      where retry_at <= now() and store_id <> all ((select stopped_stores())::uuid[])
      order by retry_at limit ${BATCH_SIZE} for update skip locked
    )
    update pending_deliveries p set retry_at = null, enqueued_xid = pg_current_xact_id()
    from due where p.store_id = due.store_id and p.id = due.id`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
