import { sql } from 'kysely'
import { type BillingPeriod, periodStart } from '../catalog/billing-period.ts'
import { type CheckoutState, lineTitle } from '../checkouts/checkout.ts'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { CheckoutId, ProductId, StoreId, SubscriptionId } from '../ids.ts'
import { requireText } from '../text.ts'
import type { SubscriptionState } from './subscription-state.ts'

export type ShownSubscription = {
  id: SubscriptionId
  state: SubscriptionState
  gameUserId: string
  productId: ProductId
  name: string
  checkoutId: CheckoutId
  provider: string
  billingPeriod: BillingPeriod
  amountMinor: number
  currency: string
  paidUntil: Date | null
  graceDays: number
  cancelledAt: Date | null
  cancelledBy: 'buyer' | 'staff' | 'provider' | null
  createdAt: Date
}

export type SubscriptionOrder = {
  periodNo: number
  checkoutId: CheckoutId | null
  state: CheckoutState | null
  failed: boolean
  startsAt: Date
  endsAt: Date
}

type Filter = {
  storeId: StoreId
  state?: SubscriptionState | undefined
  gameUserId?: string | undefined
  after?: SubscriptionId | undefined
  limit: number
}
type Row = Omit<ShownSubscription, 'name'> & { name: string; variant_name: string | null }

const MAX_ORDERS = 100

/** Newest first. */
export async function listSubscriptions(
  tx: Tx,
  { storeId, state, gameUserId, after, limit }: Filter,
): Promise<ShownSubscription[]> {
  if (gameUserId !== undefined) requireText('The player', gameUserId, { max: 255 })
  const { rows } = await selectSubscriptions(
    storeId,
    sql`(${state ?? null}::text is null or s.state = ${state ?? null})
      and (${gameUserId ?? null}::text is null or c.game_user_id = ${gameUserId ?? null})
      and (${after ?? null}::uuid is null or s.id < ${after ?? null}::uuid)
      order by s.id desc limit ${limit}`,
  ).execute(tx)
  return rows.map(toShown)
}

export async function showSubscription(
  tx: Tx,
  { storeId, subscriptionId }: { storeId: StoreId; subscriptionId: SubscriptionId },
): Promise<ShownSubscription & { orders: SubscriptionOrder[] }> {
  const { rows } = await selectSubscriptions(storeId, sql`s.id = ${subscriptionId}`).execute(tx)
  const [row] = rows
  if (!row) throw new AppError('not_found', 'No such subscription')
  const { rows: orders } = await sql<Omit<SubscriptionOrder, 'startsAt' | 'endsAt'> & { anchor: Date | null }>`
    select i.period_no as "periodNo", i.checkout_id as "checkoutId", c.state, i.failed, s.anchor from subscription_invoices i
    join subscriptions s on s.store_id = i.store_id and s.id = i.subscription_id
    left join checkouts c on c.store_id = i.store_id and c.id = i.checkout_id
    where i.store_id = ${storeId} and i.subscription_id = ${subscriptionId}
    order by i.period_no desc limit ${MAX_ORDERS}`.execute(tx)
  return {
    ...toShown(row),
    orders: orders.flatMap(({ anchor, ...order }) =>
      anchor === null
        ? []
        : {
            ...order,
            startsAt: periodStart(anchor, row.billingPeriod, order.periodNo),
            endsAt: periodStart(anchor, row.billingPeriod, order.periodNo + 1),
          },
    ),
  }
}

function selectSubscriptions(storeId: StoreId, condition: ReturnType<typeof sql>) {
  return sql<Row>`
    select s.id, s.state, c.game_user_id as "gameUserId", l.product_id as "productId", l.name, l.variant_name,
      s.checkout_id as "checkoutId", s.provider, s.billing_period as "billingPeriod", s.amount_minor as "amountMinor", s.currency,
      s.paid_until as "paidUntil", s.grace_seconds / 86400 as "graceDays", s.cancelled_at as "cancelledAt",
      s.cancelled_by as "cancelledBy", s.created_at as "createdAt"
    from subscriptions s
    join checkouts c on c.store_id = s.store_id and c.id = s.checkout_id
    join checkout_lines l on l.store_id = s.store_id and l.checkout_id = s.checkout_id
    where s.store_id = ${storeId} and ${condition}`
}

function toShown({ variant_name, ...row }: Row): ShownSubscription {
  return { ...row, name: lineTitle({ name: row.name, variant_name }) }
}
