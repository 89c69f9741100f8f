import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { type CheckoutId, formatId, type StoreId } from '../../ids.ts'
import type { Facts } from '../provider.ts'

type Row = { paid: boolean; amount: number; currency: string; refunded: number; disputed: boolean }

/** Undefined until the buyer has chosen an action on the payment page. */
export async function sandboxFacts(
  tx: Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<Facts | undefined> {
  const { rows } = await sql<Row>`
    select s.paid, p.amount_minor as amount, c.currency, coalesce(s.dispute_at <= now(), false) as disputed,
      case when s.refund_at <= now() then p.amount_minor
        else (select coalesce(sum(value::bigint), 0)::bigint from jsonb_each_text(s.refunds)) end as refunded
    from sandbox_payments s
    join payments p on p.store_id = s.store_id and p.checkout_id = s.checkout_id
    join checkouts c on c.store_id = s.store_id and c.id = s.checkout_id
    where s.store_id = ${storeId} and s.checkout_id = ${checkoutId}`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  return {
    storeId: formatId('sto', storeId),
    checkoutId: formatId('chk', checkoutId),
    mode: 'test',
    paymentRef: formatId('chk', checkoutId),
    paid: row.paid ? { amountMinor: row.amount, currency: row.currency } : null,
    refundedMinor: row.refunded,
    dispute: row.disputed ? 'open' : 'none',
    closed: false,
  }
}
