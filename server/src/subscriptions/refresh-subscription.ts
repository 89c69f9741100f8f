import { sql } from 'kysely'
import { type BillingPeriod, periodStart } from '../catalog/billing-period.ts'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { CheckoutId, EntitlementId, StoreId, SubscriptionId } from '../ids.ts'
import { readStoreClock } from '../stores/read-store-clock.ts'
import { recordSubscriptionEvent } from './record-subscription-event.ts'
import {
  addInvoice,
  type SubscriptionFacts,
  type SubscriptionState,
  type SubscriptionStatus,
  subscriptionStatus,
} from './subscription-state.ts'

type SubscriptionKey = { storeId: StoreId; subscriptionId: SubscriptionId }

/** Providers charge within the first minutes of a period, and their callback follows at once. */
const QUERY_AFTER_SECONDS = 30 * 60

type Row = {
  state: SubscriptionState
  anchor: Date | null
  period: BillingPeriod
  graceSeconds: number
  newestPeriod: number | null
  cancelled: boolean
}
type InvoiceRow = { no: number; failed: boolean; checkoutId: CheckoutId | null; state: string | null }

/**
 * Computes the state of a subscription again after a new fact or when a moment has come, and moves the end of what it grants.
 */
export async function refreshSubscription(tx: Tx, key: SubscriptionKey): Promise<SubscriptionStatus> {
  const { storeId, subscriptionId } = key
  const { entitlementIds, ...before } = await lockSubscription(tx, key)
  const { now, ahead } = await readStoreClock(tx, storeId)
  const { facts, invoices } = await readFacts(tx, key, before.cancelled)
  const anchor = before.anchor ?? now
  const status = subscriptionStatus(facts, { ...before, anchor }, new Date(now.getTime() + ahead * 1000))

  await setGrantedTime(tx, key, { ...before, anchor, invoices, status, entitlementIds })
  const toDatabaseTime = (moment: Date | null) => moment && new Date(moment.getTime() - ahead * 1000)
  const isNewer = status.newestPeriod !== before.newestPeriod
  const isRenewing = status.state === 'active' || status.state === 'past_due'
  const hasEnded = status.state === 'ended' && status.newestPeriod !== null
  const endsAnew = hasEnded && (isNewer || before.state !== 'ended')
  const mustStop = before.cancelled || status.state === 'ended'
  await sql`
    update subscriptions set state = ${status.state}, newest_period = ${status.newestPeriod}, paid_until = ${status.paidUntil},
      check_at = ${toDatabaseTime(status.changesAt)},
      -- Once more before it is forgotten: it may have charged a period of which we do not know yet.
      query_at = case when ${endsAnew} then now() when not ${isRenewing} and not ${hasEnded} then null
        when ${isNewer} then ${toDatabaseTime(status.paidUntil)}::timestamptz + make_interval(secs => ${QUERY_AFTER_SECONDS})
        else query_at end,
      stop_at = case when ${mustStop} and not is_stopped and subscription_ref is not null then coalesce(stop_at, now()) end
    where store_id = ${storeId} and id = ${subscriptionId}`.execute(tx)
  if (isNewer) await recordSubscriptionEvent(tx, key, before.newestPeriod === null ? 'started' : 'renewed')
  if (status.state !== before.state && (status.state === 'past_due' || status.state === 'ended'))
    await recordSubscriptionEvent(tx, key, status.state)
  return status
}

/** Locks the entitlements first, as a refund does. */
export async function lockSubscription(
  tx: Tx,
  { storeId, subscriptionId }: SubscriptionKey,
): Promise<Row & { entitlementIds: EntitlementId[] }> {
  const { rows: entitlements } = await sql<{ id: EntitlementId }>`
    select e.id from entitlements e
    where e.store_id = ${storeId} and e.ended_at is null and e.id in (
      select g.entitlement_id from subscription_invoices i
      join grants g on g.store_id = i.store_id and g.checkout_id = i.checkout_id
      where i.store_id = ${storeId} and i.subscription_id = ${subscriptionId})
    order by e.id for update`.execute(tx)
  const { rows } = await sql<Row>`
    select state, anchor, billing_period as period, grace_seconds as "graceSeconds", newest_period as "newestPeriod",
      cancelled_at is not null or is_stopped as cancelled
    from subscriptions where store_id = ${storeId} and id = ${subscriptionId} for no key update`.execute(tx)
  if (!rows[0]) throw new AppError('not_found', 'There is no such subscription')
  return { ...rows[0], entitlementIds: entitlements.map(({ id }) => id) }
}

async function readFacts(
  tx: Tx,
  { storeId, subscriptionId }: SubscriptionKey,
  cancelled: boolean,
): Promise<{ facts: SubscriptionFacts; invoices: InvoiceRow[] }> {
  const { rows: invoices } = await sql<InvoiceRow>`
    select i.period_no as no, i.failed, i.checkout_id as "checkoutId", c.state from subscription_invoices i
    left join checkouts c on c.store_id = i.store_id and c.id = i.checkout_id
    where i.store_id = ${storeId} and i.subscription_id = ${subscriptionId}`.execute(tx)
  const { rows } = await sql<{ closed: boolean }>`
    select c.state = 'abandoned' as closed from subscriptions s
    join checkouts c on c.store_id = s.store_id and c.id = s.checkout_id
    where s.store_id = ${storeId} and s.id = ${subscriptionId}`.execute(tx)
  const none: SubscriptionFacts = { invoices: new Map(), cancelled, closed: rows[0]?.closed ?? false }
  const facts = invoices.reduce((sum, { no, failed, state }) => {
    const reversed = state === 'refunded' || state === 'disputed'
    return addInvoice(sum, no, { paid: state === 'paid' || reversed, reversed, failed })
  }, none)
  return { facts, invoices }
}

type GrantedTime = Pick<Row, 'period' | 'graceSeconds'> & {
  anchor: Date
  invoices: InvoiceRow[]
  status: SubscriptionStatus
  entitlementIds: EntitlementId[]
}

/** A grant lasts for its period, and the newest one for the grace period too while the renewal may still be paid. */
async function setGrantedTime(
  tx: Tx,
  { storeId }: SubscriptionKey,
  { anchor, period, graceSeconds, invoices, status, entitlementIds }: GrantedTime,
): Promise<void> {
  if (entitlementIds.length === 0) return
  const paid = invoices.filter(({ checkoutId }) => checkoutId !== null)
  const seconds = paid.map(({ no }) => {
    const start = periodStart(anchor, period, no).getTime()
    const grace = status.hasGrace && no === status.newestPeriod ? graceSeconds : 0
    return Math.round((periodStart(anchor, period, no + 1).getTime() - start) / 1000) + grace
  })
  const { rows } = await sql`
    update grants g set seconds = wanted.seconds
    from unnest(${paid.map(({ checkoutId }) => checkoutId)}::uuid[], ${seconds}::bigint[]) as wanted (checkout_id, seconds)
    where g.store_id = ${storeId} and g.checkout_id = wanted.checkout_id and g.entitlement_id = any(${entitlementIds}::uuid[])
      and g.seconds <> wanted.seconds
    returning g.checkout_id`.execute(tx)
  if (rows.length === 0) return
  await sql`
    update entitlements set until = entitled_until(store_id, id)
    where store_id = ${storeId} and id = any(${entitlementIds}::uuid[])`.execute(tx)
}
