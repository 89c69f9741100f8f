import { sql } from 'kysely'
import { type BillingPeriod, periodStart } from '../catalog/billing-period.ts'
import { type CheckoutState, lineTitle } from '../checkouts/checkout.ts'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type CheckoutId, parseId, type ProductId, type StoreId, type SubscriptionId } from '../ids.ts'
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
  paidAt: Date | null
  startsAt: Date
  endsAt: Date
}

type Filter = {
  storeId: StoreId
  state?: SubscriptionState | undefined
  gameUserId?: string | undefined
  /** The id of the subscription or its first order, that of the provider, or the beginning of the id of the player. */
  search?: string | undefined
  after?: SubscriptionId | undefined
  limit: number
}
type Row = Omit<ShownSubscription, 'name'> & { name: string; variant_name: string | null }

const MAX_ORDERS = 100
const DAY_MS = 86_400_000

/** Newest first. */
export async function listSubscriptions(
  tx: Tx,
  { storeId, state, gameUserId, search, after, limit }: Filter,
): Promise<ShownSubscription[]> {
  for (const text of [gameUserId, search]) if (text !== undefined) requireText('The search text', text, { max: 255 })
  const { rows } = await selectSubscriptions(
    storeId,
    sql`(${state ?? null}::text is null or s.state = ${state ?? null})
      and (${gameUserId ?? null}::text is null or c.game_user_id = ${gameUserId ?? null})
      and (${search ?? null}::text is null or ${matches(search ?? '')})
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
    select i.period_no as "periodNo", i.checkout_id as "checkoutId", c.state, i.failed, c.paid_at as "paidAt",
      s.anchor from subscription_invoices i
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

/** The subscription that an order began or renews. */
export async function findOrderSubscription(
  tx: Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<ShownSubscription | undefined> {
  const { rows } = await selectSubscriptions(
    storeId,
    sql`s.checkout_id = (
      select coalesce(o.renewal_of, o.checkout_id) from checkout_lines o
      where o.store_id = ${storeId} and o.checkout_id = ${checkoutId} and o.billing_period is not null limit 1)`,
  ).execute(tx)
  return rows[0] && toShown(rows[0])
}

/** When a subscription that is not paid ends. Null if nothing was paid. */
export function graceEnd({ paidUntil, graceDays }: Pick<ShownSubscription, 'paidUntil' | 'graceDays'>): Date | null {
  return paidUntil && new Date(paidUntil.getTime() + graceDays * DAY_MS)
}

function matches(text: string) {
  const subscriptionId = parseId<SubscriptionId>('sub', text) ?? null
  const checkoutId = parseId<CheckoutId>('chk', text) ?? null
  return sql`(s.id = ${subscriptionId}::uuid or s.checkout_id = ${checkoutId}::uuid or s.subscription_ref = ${text}
    or starts_with(lower(c.game_user_id), lower(${text})))`
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
