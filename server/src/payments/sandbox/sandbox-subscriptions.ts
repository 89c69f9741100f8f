import { sql } from 'kysely'
import { type BillingPeriod, periodStart } from '../../catalog/billing-period.ts'
import { type Db, inStore, type ReaderDb, type Tx } from '../../db/database.ts'
import { type CheckoutId, formatId, type StoreId, type SubscriptionId } from '../../ids.ts'
import { holdStoreClock } from '../../stores/read-store-clock.ts'
import { NO_FACTS, type SubscriptionReport } from '../provider.ts'
import { receiveReport } from '../subscriptions/receive-report.ts'

type Key = { storeId: StoreId; subscriptionId: SubscriptionId }
/** `fails`: charges from the first renewal on fail; `recovers`: their second attempt succeeds. */
export type RenewalPlan = { failsFrom: number | null; recovers: boolean }

const RETRY_HOURS = 12
const MAX_INVOICES = 24

/** The buyer has paid the first period on the payment page. */
export async function startSandboxSubscription(
  tx: Tx,
  {
    storeId,
    subscriptionId,
    failsFrom,
    recovers,
    reversal,
  }: Key & RenewalPlan & { reversal: { refundAfter: number | null; disputeAfter: number | null } },
): Promise<void> {
  const { now, ahead } = await holdStoreClock(tx, storeId)
  const anchor = new Date(now.getTime() + ahead * 1000)
  const { rows } = await sql`
    insert into sandbox_subscriptions (store_id, subscription_id, anchor, fails_from, recovers, next_charge_at, next_callback_at)
    select s.store_id, s.id, ${anchor}, ${failsFrom}::integer, ${recovers},
      ${periodStart(anchor, await readPeriod(tx, { storeId, subscriptionId }), 1)}::timestamptz - make_interval(secs => ${ahead}), now()
    from subscriptions s where s.store_id = ${storeId} and s.id = ${subscriptionId}
    on conflict (store_id, subscription_id) do nothing
    returning subscription_id`.execute(tx)
  if (rows.length === 0) return
  await sql`
    insert into sandbox_invoices (store_id, subscription_id, period_no, paid, refund_at, dispute_at)
    values (${storeId}, ${subscriptionId}, 0, true, now() + make_interval(secs => ${reversal.refundAfter}),
      now() + make_interval(secs => ${reversal.disputeAfter}))`.execute(tx)
}

/** Charges all periods of a store that have begun, also several of them after the clock was moved far ahead. */
export async function chargeSandboxSubscriptions(db: Db | Tx, storeId: StoreId): Promise<number> {
  return inStore(db, storeId, async (tx) => {
    const { ahead } = await holdStoreClock(tx, storeId)
    let charges = 0
    for (;;) {
      const { rows: due } = await sql<Due>`
        select b.subscription_id as "subscriptionId", b.anchor, b.fails_from as "failsFrom", b.recovers, b.next_period as no,
          s.billing_period as period, i.paid is not null as "hasFailed"
        from sandbox_subscriptions b
        join subscriptions s on s.store_id = b.store_id and s.id = b.subscription_id
        left join sandbox_invoices i on i.store_id = b.store_id and i.subscription_id = b.subscription_id and i.period_no = b.next_period
        where b.store_id = ${storeId} and b.next_charge_at <= now() and not b.stopped
        order by b.next_charge_at limit 500 for update of b skip locked`.execute(tx)
      if (due.length === 0) return charges
      for (const each of due) await charge(tx, { ...each, storeId, ahead })
      charges += due.length
    }
  })
}

type Due = {
  subscriptionId: SubscriptionId
  anchor: Date
  failsFrom: number | null
  recovers: boolean
  no: number
  period: BillingPeriod
  hasFailed: boolean
}

async function charge(
  tx: Tx,
  {
    storeId,
    subscriptionId,
    anchor,
    failsFrom,
    recovers,
    no,
    period,
    hasFailed,
    ahead,
  }: Due & { storeId: StoreId; ahead: number },
): Promise<void> {
  const succeeds = failsFrom === null || no < failsFrom || (recovers && hasFailed)
  await sql`
    insert into sandbox_invoices (store_id, subscription_id, period_no, paid)
    values (${storeId}, ${subscriptionId}, ${no}, ${succeeds})
    on conflict (store_id, subscription_id, period_no) do update set paid = excluded.paid`.execute(tx)
  const next = succeeds
    ? sql`${periodStart(anchor, period, no + 1)}::timestamptz - make_interval(secs => ${ahead})`
    : sql`case when ${recovers} then next_charge_at + make_interval(hours => ${RETRY_HOURS}) end`
  await sql`
    update sandbox_subscriptions set next_callback_at = now(), next_charge_at = ${next},
      next_period = next_period + ${succeeds ? 1 : 0}
    where store_id = ${storeId} and subscription_id = ${subscriptionId}`.execute(tx)
}

/** Charges what is due in all test stores and sends the callbacks. */
export async function playSandboxSubscriptions(db: Db, reader: ReaderDb): Promise<void> {
  const { rows: stores } = await sql<{ storeId: StoreId }>`
    select distinct store_id as "storeId" from sandbox_subscriptions where next_charge_at <= now() and not stopped`.execute(
    reader,
  )
  for (const { storeId } of stores) await chargeSandboxSubscriptions(db, storeId)
  const { rows: due } = await sql<Key>`
    select store_id as "storeId", subscription_id as "subscriptionId" from sandbox_subscriptions
    where next_callback_at <= now() order by next_callback_at limit 500`.execute(reader)
  for (const key of due) await sendSubscriptionCallback(db, key)
}

/** The same for one store, after its clock was moved: renewals come before the expiries that they prevent. */
export async function playSandboxOfStore(tx: Tx, storeId: StoreId): Promise<void> {
  await chargeSandboxSubscriptions(tx, storeId)
  const { rows: due } = await sql<{ subscriptionId: SubscriptionId }>`
    select subscription_id as "subscriptionId" from sandbox_subscriptions
    where store_id = ${storeId} and next_callback_at <= now() order by subscription_id`.execute(tx)
  for (const { subscriptionId } of due) await sendSubscriptionCallback(tx, { storeId, subscriptionId })
}

/** The same report gives the same event id, so repeating the event changes nothing. */
export async function sendSubscriptionCallback(db: Db | Tx, key: Key): Promise<void> {
  const { storeId, subscriptionId } = key
  const report = await inStore(db, storeId, (tx) => sandboxReport(tx, key))
  if (report) {
    const count = (is: (invoice: SubscriptionReport['invoices'][number]) => boolean) =>
      report.invoices.filter(is).length
    const sums = [
      report.startedAt === null ? 0 : Math.max(0, ...report.invoices.map(({ chargedAt }) => chargedAt.getTime())),
      count(({ failed }) => failed),
      report.invoices.reduce((sum, { facts }) => sum + facts.refundedMinor, 0),
      count(({ facts }) => facts.dispute !== 'none'),
      Number(report.stopped),
    ]
    const event = { eventId: `${formatId('sub', subscriptionId)} ${sums.join(' ')}`, kind: 'subscription.changed' }
    await receiveReport(db, { storeId, provider: 'sandbox', event, report })
  }
  await inStore(db, storeId, (tx) =>
    sql`
      update sandbox_subscriptions b set next_callback_at = (
        select min(moment) from sandbox_invoices i cross join unnest(array[i.refund_at, i.dispute_at]) as moment
        where i.store_id = b.store_id and i.subscription_id = b.subscription_id and moment > b.next_callback_at)
      where store_id = ${storeId} and subscription_id = ${subscriptionId} and next_callback_at <= now()`.execute(tx),
  )
}

type InvoiceRow = { no: number; paid: boolean; refunded: number; disputed: boolean }

/** Undefined until the buyer has paid. */
export async function sandboxReport(tx: Tx, { storeId, subscriptionId }: Key): Promise<SubscriptionReport | undefined> {
  const { rows } = await sql<{
    checkoutId: CheckoutId
    anchor: Date
    stopped: boolean
    period: BillingPeriod
    amountMinor: number
    firstMinor: number
    currency: string
  }>`
    select s.checkout_id as "checkoutId", b.anchor, b.stopped, s.billing_period as period, s.amount_minor as "amountMinor",
      coalesce(s.first_amount_minor, s.amount_minor) as "firstMinor", s.currency
    from sandbox_subscriptions b join subscriptions s on s.store_id = b.store_id and s.id = b.subscription_id
    where b.store_id = ${storeId} and b.subscription_id = ${subscriptionId}`.execute(tx)
  const [found] = rows
  if (!found) return undefined
  const { checkoutId, anchor, stopped, period, amountMinor, firstMinor, currency } = found
  const amountOf = (no: number) => (no === 0 ? firstMinor : amountMinor)
  const { rows: invoices } = await sql<InvoiceRow>`
    select i.period_no as no, i.paid, coalesce(i.dispute_at <= now(), false) as disputed,
      case when i.refund_at <= now() then case when i.period_no = 0 then ${firstMinor} else ${amountMinor} end::bigint
        else (select coalesce(sum(value::bigint), 0)::bigint from jsonb_each_text(i.refunds)) end as refunded
    from sandbox_invoices i where i.store_id = ${storeId} and i.subscription_id = ${subscriptionId}
    order by i.period_no desc limit ${MAX_INVOICES}`.execute(tx)
  return {
    storeId: formatId('sto', storeId),
    checkoutId: formatId('chk', checkoutId),
    mode: 'test',
    subscriptionRef: formatId('sub', subscriptionId),
    startedAt: anchor,
    stopped,
    invoices: invoices.map(({ no, paid, refunded, disputed }) => ({
      chargedAt: periodStart(anchor, period, no),
      failed: !paid,
      facts: {
        ...NO_FACTS,
        paymentRef: invoiceRef(subscriptionId, no),
        paid: paid ? { amountMinor: amountOf(no), currency } : null,
        refundedMinor: refunded,
        dispute: disputed ? 'open' : 'none',
      },
    })),
  }
}

function invoiceRef(subscriptionId: SubscriptionId, no: number): string {
  return `${formatId('sub', subscriptionId)}.${no}`
}

async function readPeriod(tx: Tx, { storeId, subscriptionId }: Key): Promise<BillingPeriod> {
  const { rows } = await sql<{ period: BillingPeriod }>`
    select billing_period as period from subscriptions where store_id = ${storeId} and id = ${subscriptionId}`.execute(
    tx,
  )
  if (!rows[0]) throw new Error(`there is no subscription ${subscriptionId}`)
  return rows[0].period
}
