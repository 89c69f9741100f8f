import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'

/** Moves the times of sales and codes of a test store into the past, as if the time had passed. */
export async function advancePromotions(
  tx: Tx,
  { storeId, seconds }: { storeId: StoreId; seconds: number },
): Promise<void> {
  const by = sql`make_interval(secs => ${seconds})`
  await sql`
    update sales set starts_at = starts_at - ${by}, ends_at = ends_at - ${by}
    where store_id = ${storeId} and coalesce(starts_at, ends_at) is not null`.execute(tx)
  await sql`
    update discount_codes set starts_at = starts_at - ${by}, ends_at = ends_at - ${by}
    where store_id = ${storeId} and coalesce(starts_at, ends_at) is not null`.execute(tx)
}
