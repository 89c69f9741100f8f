import { sql } from 'kysely'
import type { ReaderDb } from '../db/database.ts'
import type { RefundId, StoreId } from '../ids.ts'
import type { PaymentParts } from './receive-callback.ts'
import { carryOut } from './refund-payment.ts'

/** Carries out refunds whose process died on the way, or whose provider was away. */
export async function retryRefunds(
  parts: PaymentParts,
  reader: ReaderDb,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<number> {
  const { rows } = await sql<{ storeId: StoreId; refundId: RefundId }>`
    select store_id as "storeId", id as "refundId" from payment_refunds
    where retry_at <= now() order by retry_at limit 100`.execute(reader)
  for (const due of rows) await carryOut(parts, due).catch(onFailure)
  return rows.length
}
