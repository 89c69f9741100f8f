import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'

/** Moves the due times of all payments of a test store closer, as if this many seconds had passed. */
export async function advancePayments(
  tx: Tx,
  { storeId, seconds }: { storeId: StoreId; seconds: number },
): Promise<void> {
  const elapsed = sql`make_interval(secs => ${seconds})`
  await sql`
    update payments set reconcile_at = reconcile_at - ${elapsed}, expires_at = expires_at - ${elapsed}
    where store_id = ${storeId} and reconcile_at is not null`.execute(tx)
  await sql`
    update sandbox_payments set refund_at = refund_at - ${elapsed}, dispute_at = dispute_at - ${elapsed},
      next_callback_at = next_callback_at - ${elapsed}
    where store_id = ${storeId} and next_callback_at is not null`.execute(tx)
  await sql`
    update sandbox_subscriptions set next_charge_at = next_charge_at - ${elapsed}, next_callback_at = next_callback_at - ${elapsed}
    where store_id = ${storeId} and (next_charge_at is not null or next_callback_at is not null)`.execute(tx)
  await sql`
    update sandbox_invoices set refund_at = refund_at - ${elapsed}, dispute_at = dispute_at - ${elapsed}
    where store_id = ${storeId} and (refund_at is not null or dispute_at is not null)`.execute(tx)
}
