import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'

/** Moves what is due closer, as if this many seconds had passed. The times of the calendar are those of the store's clock. */
export async function advanceSubscriptions(
  tx: Tx,
  { storeId, seconds }: { storeId: StoreId; seconds: number },
): Promise<void> {
  const elapsed = sql`make_interval(secs => ${seconds})`
  await sql`
    update subscriptions set check_at = check_at - ${elapsed}, query_at = query_at - ${elapsed}, stop_at = stop_at - ${elapsed}
    where store_id = ${storeId} and (check_at is not null or query_at is not null or stop_at is not null)`.execute(tx)
}
