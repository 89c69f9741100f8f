import { sql } from 'kysely'
import type { BillingPeriod } from '../catalog/billing-period.ts'
import type { Tx } from '../db/database.ts'
import { recordEvent } from '../events/record-event.ts'
import { type CheckoutId, formatId, type ProductId, type StoreId, type SubscriptionId } from '../ids.ts'
import { toDecimal } from '../money.ts'
import type { SubscriptionState } from './subscription-state.ts'

type Row = {
  checkoutId: CheckoutId
  gameUserId: string
  productId: ProductId
  name: string
  state: SubscriptionState
  period: BillingPeriod
  amountMinor: number
  currency: string
  paidUntil: Date | null
  newestCheckoutId: CheckoutId | null
}

/** Reads the subscription as it is now, so call it after the change. */
export async function recordSubscriptionEvent(
  tx: Tx,
  { storeId, subscriptionId }: { storeId: StoreId; subscriptionId: SubscriptionId },
  what: 'started' | 'renewed' | 'past_due' | 'cancelled' | 'ended',
): Promise<void> {
  const { rows } = await sql<Row>`
    select s.checkout_id as "checkoutId", c.game_user_id as "gameUserId", l.product_id as "productId", l.name, s.state,
      s.billing_period as period, s.amount_minor as "amountMinor", s.currency, s.paid_until as "paidUntil",
      i.checkout_id as "newestCheckoutId"
    from subscriptions s
    join checkouts c on c.store_id = s.store_id and c.id = s.checkout_id
    join checkout_lines l on l.store_id = s.store_id and l.checkout_id = s.checkout_id
    left join subscription_invoices i on i.store_id = s.store_id and i.subscription_id = s.id and i.period_no = s.newest_period
    where s.store_id = ${storeId} and s.id = ${subscriptionId}`.execute(tx)
  const [row] = rows
  if (!row) return
  await recordEvent(tx, {
    storeId,
    type: `subscription.${what}`,
    data: {
      storeId: formatId('sto', storeId),
      subscriptionId: formatId('sub', subscriptionId),
      checkoutId: formatId('chk', row.checkoutId),
      newestCheckoutId: row.newestCheckoutId && formatId('chk', row.newestCheckoutId),
      gameUserId: row.gameUserId,
      productId: formatId('prd', row.productId),
      name: row.name,
      state: row.state,
      billingPeriod: row.period,
      amount: toDecimal(row.amountMinor, row.currency),
      currency: row.currency,
      paidUntil: row.paidUntil?.toISOString() ?? null,
    },
  })
}
