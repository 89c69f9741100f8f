import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'

/** Brings everything nearer that payments of a test store wait for: asking, the end of pages, what the sandbox does later. */
export async function advancePayments(
  tx: Tx,
  { storeId, seconds }: { storeId: StoreId; seconds: number },
): Promise<void> {
  const ahead = sql`make_interval(secs => ${seconds})`
  await sql`
    update payments set reconcile_at = reconcile_at - ${ahead}, expires_at = expires_at - ${ahead}
    where store_id = ${storeId} and reconcile_at is not null`.execute(tx)
  await sql`
    update sandbox_payments set refund_at = refund_at - ${ahead}, dispute_at = dispute_at - ${ahead}, next_callback_at = next_callback_at - ${ahead}
    where store_id = ${storeId} and next_callback_at is not null`.execute(tx)
}
