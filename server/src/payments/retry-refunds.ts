import { sql } from 'kysely'
import type { ReaderDb } from '../db/database.ts'
import type { RefundId, StoreId } from '../ids.ts'
import { executeRefund } from './execute-refund.ts'
import type { PaymentContext } from './receive-callback.ts'

/** Executes refunds that were interrupted by a crash or by an unavailable provider. */
export async function retryRefunds(
  context: PaymentContext,
  reader: ReaderDb,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<number> {
  const { rows } = await sql<{ storeId: StoreId; refundId: RefundId }>`
    select store_id as "storeId", id as "refundId" from payment_refunds
    where retry_at <= now() order by retry_at limit 100`.execute(reader)
  for (const due of rows) await executeRefund(context, due).catch(onFailure)
  return rows.length
}
