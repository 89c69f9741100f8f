import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { CheckoutId, StoreId } from '../ids.ts'
import { decimalsOf } from '../money.ts'

/** In units of the store's currency, for one day. */
const LIMIT = 100

type Refund = { storeId: StoreId; checkoutId: CheckoutId; lineNos?: number[] }

/** Whether this refund and those of the last 24 hours return more money than a stolen session may. */
export async function exceedsRefundLimit(tx: Tx, { storeId, checkoutId, lineNos }: Refund): Promise<boolean> {
  const { rows } = await sql<{ currency: string; amount: number; recent: number }>`
    select s.currency,
      (select coalesce(sum(l.price_minor * l.quantity), 0)::bigint from checkout_lines l
        where l.store_id = s.id and l.checkout_id = ${checkoutId} and l.refunded_at is null
          and (${lineNos ?? null}::smallint[] is null or l.line_no = any(${lineNos ?? null}::smallint[]))) as amount,
      (select coalesce(sum(r.amount_minor), 0)::bigint from payment_refunds r
        where r.store_id = s.id and r.id >= first_id_at(now() - interval '1 day') and r.checkout_id <> ${checkoutId}) as recent
    from stores s where s.id = ${storeId}`.execute(tx)
  const [row] = rows
  return row !== undefined && row.amount + row.recent > LIMIT * 10 ** decimalsOf(row.currency)
}
