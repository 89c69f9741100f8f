import { sql } from 'kysely'
import { type Db, inStore } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { RefundId, StoreId, SubscriptionId } from '../../ids.ts'

type InvoiceRefund = {
  storeId: StoreId
  subscriptionId: SubscriptionId
  periodNo: number
  refundId: RefundId
  amountMinor: number
}

/** Refunds the invoice of one period. */
export async function refundInvoice(
  db: Db,
  { storeId, subscriptionId, periodNo, refundId, amountMinor }: InvoiceRefund,
): Promise<'succeeded'> {
  return inStore(db, storeId, async (tx) => {
    const { rows } = await sql`
      update sandbox_invoices i set refunds = i.refunds || jsonb_build_object(${refundId}::text, ${amountMinor}::bigint)
      from subscriptions s
      where i.store_id = ${storeId} and i.subscription_id = ${subscriptionId} and i.period_no = ${periodNo} and i.paid
        and s.store_id = i.store_id and s.id = i.subscription_id
        and (i.refunds ? ${refundId}::text or case when i.period_no = 0 then coalesce(s.first_amount_minor, s.amount_minor) else s.amount_minor end >= ${amountMinor} +
          (select coalesce(sum(value::bigint), 0) from jsonb_each_text(i.refunds)))
      returning i.period_no`.execute(tx)
    if (rows.length === 0)
      throw new AppError('provider_refused', 'The sandbox has no paid invoice with this amount left to refund')
    return 'succeeded' as const
  })
}
