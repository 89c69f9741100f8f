import { sql } from 'kysely'
import { recordCheckoutEvent } from '../checkouts/record-checkout-event.ts'
import type { Tx } from '../db/database.ts'
import { type AlertId, type CheckoutId, formatId, newId, type StoreId } from '../ids.ts'

type RefusedRefund = { storeId: StoreId; checkoutId: CheckoutId; lineNos: number[]; reason: string }

/**
 * Reports that staff have to return money. If the buyer has withdrawn from the contract, no staff member saw the refusal, so
 * owners get a mail as well.
 */
export async function recordRefusedRefund(
  tx: Tx,
  { storeId, checkoutId, lineNos, reason }: RefusedRefund,
): Promise<void> {
  const { rows } = await sql`
    select from checkout_lines where store_id = ${storeId} and checkout_id = ${checkoutId}
      and line_no = any(${lineNos}::smallint[]) and withdrawn_at is not null limit 1`.execute(tx)
  const isWithdrawal = rows.length > 0
  await recordCheckoutEvent(tx, {
    storeId,
    checkoutId,
    type: 'checkout.refund_refused',
    extra: { refusedLines: lineNos, reason, isWithdrawal },
  })
  if (!isWithdrawal) return
  await sql`
    insert into store_alerts (store_id, id, kind, actor, subject)
    values (${storeId}, ${newId<AlertId>()}, 'refund_refused', 'the buyer', ${formatId('chk', checkoutId)})`.execute(tx)
}
