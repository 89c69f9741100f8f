import { sql } from 'kysely'
import { type BillingPeriod, periodNoAt, periodStart } from '../../catalog/billing-period.ts'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { type CheckoutId, formatId, type StoreId, type SubscriptionId } from '../../ids.ts'
import { isPseudonym } from '../../pseudonym.ts'
import { holdStoreClock, readStoreClock } from '../../stores/read-store-clock.ts'
import type { StoreMode } from '../../stores/store.ts'
import { lockSubscription, refreshSubscription } from '../../subscriptions/refresh-subscription.ts'
import { findOrOpenCheckout, recordFailedCharge } from '../../subscriptions/renewal-checkout.ts'
import { recordSubscriptionEvent } from '../../subscriptions/record-subscription-event.ts'
import type { MismatchReason } from '../add-facts.ts'
import { applyFacts } from '../apply-facts.ts'
import { parkPayment } from '../parked/park-payment.ts'
import type { Dispute, Facts, ProviderName, SubscriptionReport } from '../provider.ts'

type Key = { storeId: StoreId; subscriptionId: SubscriptionId }
type Invoice = SubscriptionReport['invoices'][number]
type Subscription = {
  checkoutId: CheckoutId
  provider: ProviderName
  subscriptionRef: string | null
  anchor: Date | null
  period: BillingPeriod
  amountMinor: number
  firstAmountMinor: number | null
  currency: string
  renewalCommands: boolean
  gameUserId: string
  mode: StoreMode
}
type KnownInvoice = {
  no: number
  failed: boolean
  paymentRef: string | null
  refundedMinor: number | null
  dispute: Dispute | null
}

/**
 * Applies what a provider knows about a subscription. Each invoice is a transaction of its own that can be repeated, so that
 * locks are always taken in the same order: the checkout, its entitlement, the subscription.
 */
export async function applyReport(
  db: Db | Tx,
  { storeId, subscriptionId, report }: Key & { report: SubscriptionReport },
): Promise<'applied' | 'parked'> {
  const key = { storeId, subscriptionId }
  const known = await inStore(db, storeId, (tx) => startReport(tx, { ...key, report }))
  let result: 'applied' | 'parked' = 'applied'
  for (const { no, invoice } of inOrder(known, report)) {
    const done = await inStore(db, storeId, (tx) => applyInvoice(tx, { ...key, no, invoice, report }))
    if (done === 'parked') result = done
  }
  await inStore(db, storeId, (tx) => finishReport(tx, { ...key, report }))
  return result
}

/** Stores the provider's id and the anchor, and reads what is known already. */
async function startReport(tx: Tx, { storeId, subscriptionId, report }: Key & { report: SubscriptionReport }) {
  const { ahead } = await readStoreClock(tx, storeId)
  const { provider } = await readSubscription(tx, { storeId, subscriptionId })
  // The sandbox uses the clock of the store; other providers live in real time.
  const shiftMs = provider === 'sandbox' ? 0 : ahead * 1000
  const startedAt = report.startedAt && new Date(report.startedAt.getTime() + shiftMs)
  await sql`
    update subscriptions set subscription_ref = coalesce(subscription_ref, ${report.subscriptionRef}),
      anchor = coalesce(anchor, ${startedAt})
    where store_id = ${storeId} and id = ${subscriptionId} and (subscription_ref is null or anchor is null)`.execute(tx)
  const { anchor, period } = await readSubscription(tx, { storeId, subscriptionId })
  const { rows: invoices } = await sql<KnownInvoice>`
    select i.period_no as no, i.failed, p.payment_ref as "paymentRef", p.refunded_minor as "refundedMinor", p.dispute from subscription_invoices i
    left join payments p on p.store_id = i.store_id and p.checkout_id = i.checkout_id
    where i.store_id = ${storeId} and i.subscription_id = ${subscriptionId}`.execute(tx)
  return { anchor, period, shiftMs, invoices }
}

type Known = Awaited<ReturnType<typeof startReport>>

/**
 * The first order first, because it always runs its commands. Then the newest one: if the goods were removed in the meantime,
 * it grants them again, and the older ones only add their time.
 */
function inOrder({ anchor, period, shiftMs, invoices }: Known, report: SubscriptionReport) {
  if (!anchor) return []
  const placed = report.invoices.map((invoice) => {
    const { paymentRef } = invoice.facts
    // A known payment keeps its period: the clock of a test store may have moved since it was placed.
    const placedNo = invoices.find((each) => paymentRef !== null && each.paymentRef === paymentRef)?.no
    const moment = new Date(invoice.chargedAt.getTime() + shiftMs)
    return { no: placedNo ?? Math.max(0, periodNoAt(anchor, period, moment)), invoice }
  })
  const isNew = ({ no, invoice: { facts, failed } }: { no: number; invoice: Invoice }) => {
    const known = invoices.find((each) => each.no === no)
    if (facts.paid === null) return failed && known?.failed !== true
    // A second payment for the same period is parked.
    const isOther = (known?.paymentRef ?? facts.paymentRef) !== facts.paymentRef
    return isOther || known?.dispute !== facts.dispute || (known.refundedMinor ?? -1) < facts.refundedMinor
  }
  return placed.filter(isNew).sort((a, b) => (a.no === 0 ? -1 : b.no === 0 ? 1 : b.no - a.no))
}

async function applyInvoice(
  tx: Tx,
  { storeId, subscriptionId, no, invoice, report }: Key & { no: number; invoice: Invoice; report: SubscriptionReport },
): Promise<'applied' | 'parked'> {
  const key = { storeId, subscriptionId }
  const subscription = await readSubscription(tx, key)
  const { provider, anchor, period, checkoutId: firstCheckoutId } = subscription
  const facts: Facts = { ...invoice.facts, storeId: report.storeId, mode: report.mode }
  if (!anchor) return 'applied'
  if (facts.paid === null) {
    await recordFailedCharge(tx, { ...key, periodNo: no })
    await refreshSubscription(tx, key)
    return 'applied'
  }
  const mismatch = findMismatch(subscription, { storeId, no, facts, report })
  if (mismatch) {
    const checkout = { checkoutId: firstCheckoutId, claimedCheckoutId: firstCheckoutId }
    await parkPayment(tx, { storeId, provider, reason: mismatch, ...checkout, facts, unmatchedRefundMinor: 0 })
    return 'parked'
  }
  const { ahead } = await holdStoreClock(tx, storeId)
  const { checkoutId, isNew } = await findOrOpenCheckout(tx, { ...key, firstCheckoutId, periodNo: no })
  if (isNew)
    await sql`
      insert into payments (store_id, checkout_id, provider, amount_minor, expires_at, reconcile_at)
      values (${storeId}, ${checkoutId}, ${provider}, ${facts.paid.amountMinor}, now(), now())`.execute(tx)
  const [start, end] = [periodStart(anchor, period, no).getTime(), periodStart(anchor, period, no + 1).getTime()]
  const result = await applyFacts(tx, {
    storeId,
    provider,
    checkoutId,
    facts: { ...facts, checkoutId: formatId('chk', checkoutId) },
    period: {
      startsAt: new Date(start - ahead * 1000),
      seconds: Math.round((end - start) / 1000),
      runsCommands: no === 0 || subscription.renewalCommands,
    },
  })
  if (no === 0 && subscription.firstAmountMinor !== null)
    await sql`
      update subscriptions set raise_at = now()
      where store_id = ${storeId} and id = ${subscriptionId} and raise_at is null and not is_stopped`.execute(tx)
  await refreshSubscription(tx, key)
  return result
}

/** Checked before the checkout of a renewal is created. */
function findMismatch(
  { amountMinor, firstAmountMinor, currency, mode, subscriptionRef, gameUserId }: Subscription,
  { storeId, no, facts, report }: { storeId: StoreId; no: number; facts: Facts; report: SubscriptionReport },
): MismatchReason | null {
  if (facts.storeId !== null && facts.storeId !== formatId('sto', storeId)) return 'store_mismatch'
  if (facts.mode !== null && facts.mode !== mode) return 'mode_mismatch'
  if (subscriptionRef !== report.subscriptionRef) return 'payment_mismatch'
  if (facts.paid?.currency !== currency) return 'currency_mismatch'
  const expectedMinor = no === 0 ? (firstAmountMinor ?? amountMinor) : amountMinor
  if (facts.paid.amountMinor !== expectedMinor) return 'amount_mismatch'
  return no > 0 && isPseudonym(gameUserId) ? 'erased_player' : null
}

async function finishReport(
  tx: Tx,
  { storeId, subscriptionId, report }: Key & { report: SubscriptionReport },
): Promise<void> {
  const key = { storeId, subscriptionId }
  if (!report.stopped) return
  await lockSubscription(tx, key)
  const { ahead } = await readStoreClock(tx, storeId)
  const { rows } = await sql<{ isCancelled: boolean }>`
    update subscriptions s set is_stopped = true,
      cancelled_at = coalesce(s.cancelled_at, now() + make_interval(secs => ${ahead})),
      cancelled_by = coalesce(s.cancelled_by, 'provider')
    from subscriptions old
    where s.store_id = ${storeId} and s.id = ${subscriptionId} and not s.is_stopped and s.subscription_ref = ${report.subscriptionRef}
      and old.store_id = s.store_id and old.id = s.id
    returning old.cancelled_at is null and old.state <> 'ended' as "isCancelled"`.execute(tx)
  if (rows.length === 0) return
  await refreshSubscription(tx, key)
  if (rows[0]?.isCancelled === true) await recordSubscriptionEvent(tx, key, 'cancelled')
}

async function readSubscription(tx: Tx, { storeId, subscriptionId }: Key): Promise<Subscription> {
  const { rows } = await sql<Subscription>`
    select s.checkout_id as "checkoutId", s.provider, s.subscription_ref as "subscriptionRef", s.anchor, s.billing_period as period,
      s.amount_minor as "amountMinor", s.first_amount_minor as "firstAmountMinor", s.currency, s.renewal_commands as "renewalCommands", c.game_user_id as "gameUserId", t.mode
    from subscriptions s
    join checkouts c on c.store_id = s.store_id and c.id = s.checkout_id
    join stores t on t.id = s.store_id
    where s.store_id = ${storeId} and s.id = ${subscriptionId}`.execute(tx)
  if (!rows[0]) throw new Error(`there is no subscription ${subscriptionId}`)
  return rows[0]
}
