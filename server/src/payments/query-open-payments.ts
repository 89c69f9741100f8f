import { sql } from 'kysely'
import { inStore, type ReaderDb } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import { reconcileDuePayments } from './reconcile-due-payments.ts'
import type { PaymentContext } from './receive-callback.ts'

/**
 * Queries the providers about every open payment now, and not when it is due. After a restore, payments that were made
 * later than the restored moment are found this way.
 */
export async function queryOpenPayments(
  context: PaymentContext,
  reader: ReaderDb,
): Promise<{ queried: number; failures: string[] }> {
  const { rows: stores } = await sql<{ storeId: StoreId; open: number }>`
    select store_id as "storeId", count(*)::integer as open from payments
    where reconcile_at is not null group by store_id`.execute(reader)
  for (const { storeId } of stores) {
    await inStore(context.db, storeId, (tx) =>
      sql`
        update payments set reconcile_at = now()
        where store_id = ${storeId} and reconcile_at > now()`.execute(tx),
    )
  }
  const failures: string[] = []
  await reconcileDuePayments(context, reader, (error) => {
    failures.push(error instanceof Error ? error.message : String(error))
  })
  return { queried: stores.reduce((sum, { open }) => sum + open, 0), failures }
}
