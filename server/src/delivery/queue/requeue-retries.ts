import { sql } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'

const MOST = 1_000

/** Ends the rest of elements whose time has come. For those who wait for something to deliver this is news. */
export async function requeueRetries(db: GatewayDb): Promise<number> {
  const { numAffectedRows } = await sql`
    with rested as (
      select store_id, id from pending_deliveries where retry_at <= now() order by retry_at limit ${MOST}
      for update skip locked
    )
    update pending_deliveries p set retry_at = null, enqueued_xid = pg_current_xact_id()
    from rested where p.store_id = rested.store_id and p.id = rested.id`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
