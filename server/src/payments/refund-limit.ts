import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { type CheckoutId, parseId, type StoreId } from '../ids.ts'
import { decimalsOf } from '../money.ts'

/** In units of the store's currency, for one day. */
const LIMIT = 100

type Refund = { storeId: StoreId; checkoutId: CheckoutId; lineNos?: number[] }

/**
 * Whether this refund and those that staff made in the last 24 hours are worth more than a stolen session may refund.
 * Refunds by hand count too: they return no money, but they take the goods from players who paid.
 */
export async function exceedsRefundLimit(tx: Tx, { storeId, checkoutId, lineNos }: Refund): Promise<boolean> {
  // Until this refund is stored, another one of the store waits here: together they may exceed the limit.
  await sql`select pg_advisory_xact_lock(hashtext('refund_limit'), hashtext(${storeId}::text))`.execute(tx)
  const refunded = await findRefundedByStaff(tx, storeId)
  const { rows } = await sql<{ currency: string; amount: number; recent: number }>`
    select s.currency,
      (select coalesce(sum(paid_minor(l) + l.gift_card_minor), 0)::bigint from checkout_lines l
        where l.store_id = s.id and l.checkout_id = ${checkoutId} and l.refunded_at is null
          and (${lineNos ?? null}::smallint[] is null or l.line_no = any(${lineNos ?? null}::smallint[]))) as amount,
      (select coalesce(sum(greatest(
          (select sum(paid_minor(l) + l.gift_card_minor) from checkout_lines l where l.store_id = s.id and l.checkout_id = c.id
            and l.refunded_at >= now() - interval '1 day'),
          -- A refund that is requested again was not done, and must not count twice.
          (select sum(r.amount_minor) from payment_refunds r where r.store_id = s.id and r.checkout_id = c.id
            and r.id >= first_id_at(now() - interval '1 day') and c.id <> ${checkoutId}))), 0)::bigint
        from unnest(${refunded}::uuid[]) as c (id)) as recent
    from stores s where s.id = ${storeId}`.execute(tx)
  const [row] = rows
  return row !== undefined && row.amount + row.recent > LIMIT * 10 ** decimalsOf(row.currency)
}

/** Refunds that the provider reports, for example those made on its own pages, are not in the audit log. */
async function findRefundedByStaff(tx: Tx, storeId: StoreId): Promise<CheckoutId[]> {
  const { rows } = await sql<{ subject: string | null }>`
    select distinct subject from audit_log
    where store_id = ${storeId} and id >= first_id_at(now() - interval '1 day') and action = 'refundCheckout'`.execute(
    tx,
  )
  return rows.flatMap(({ subject }) => parseId<CheckoutId>('chk', subject ?? '') ?? [])
}
