import { sql } from 'kysely'
import { abandonCheckout } from '../checkouts/buy/abandon-checkout.ts'
import { disputeCheckout } from '../checkouts/reverse/dispute-checkout.ts'
import type { PaidPeriod } from '../checkouts/buy/approve-checkout.ts'
import { payCheckout } from '../checkouts/buy/pay-checkout.ts'
import { isPseudonym } from '../pseudonym.ts'
import { reverseShares } from '../checkouts/reverse/reverse-shares.ts'
import { refundLines } from '../checkouts/reverse/refund.ts'
import { recordCheckoutEvent } from '../checkouts/record-checkout-event.ts'
import type { Tx } from '../db/database.ts'
import { type CheckoutId, formatId, type StoreId } from '../ids.ts'
import type { StoreMode } from '../stores/store.ts'
import { parkPayment, resolvePartialRefunds } from './parked/park-payment.ts'
import type { Facts, ProviderName } from './provider.ts'
import { type PaymentState, type MismatchReason, addFacts, type Step } from './add-facts.ts'
import { returnPayment } from './parked/return-payment.ts'

type PaymentRow = PaymentState & {
  provider: ProviderName
  storeMode: StoreMode
  gameUserId: string
  assignedMinor: number
}

/**
 * Applies the facts of a callback or a query to a checkout, once. Facts whose store, mode, amount or currency does not match
 * the checkout are parked for the staff.
 */
export async function applyFacts(
  tx: Tx,
  {
    storeId,
    provider,
    checkoutId,
    facts,
    period,
  }: {
    storeId: StoreId
    provider: ProviderName
    checkoutId: CheckoutId
    facts: Facts
    /** Of an invoice of a subscription. */
    period?: PaidPeriod
  },
): Promise<'applied' | 'parked'> {
  const park = async (reason: MismatchReason, existingId: CheckoutId | null, unmatchedRefundMinor = 0) => {
    const checkout = { checkoutId: existingId, claimedCheckoutId: checkoutId }
    await parkPayment(tx, { storeId, provider, reason, ...checkout, facts, unmatchedRefundMinor })
    return 'parked' as const
  }
  if (facts.storeId !== null && facts.storeId !== formatId('sto', storeId)) return park('store_mismatch', null)
  const before = await lockPayment(tx, { storeId, checkoutId })
  if (!before) return park('unknown_checkout', null)
  if (before.provider !== provider) return park('provider_mismatch', checkoutId)
  if (facts.mode !== null && facts.mode !== before.storeMode) return park('mode_mismatch', checkoutId)

  const { after, steps, mismatch } = addFacts(before, facts, before)
  if (mismatch !== null && mismatch !== 'partial_refund') return park(mismatch, checkoutId)
  // The player was erased after the checkout was abandoned, so the goods could not be delivered.
  if (before.state === 'abandoned' && steps.includes('pay') && isPseudonym(before.gameUserId)) {
    return park('erased_player', checkoutId)
  }
  const obstacle = steps.includes('pay') ? await payCheckout(tx, { storeId, checkoutId, ...before, period }) : undefined
  if (obstacle) {
    await writeFacts(tx, { storeId, checkoutId, before, after: { ...after, state: before.state } })
    await returnPayment(tx, { storeId, checkoutId, ...before, refundedMinor: after.refundedMinor, reason: obstacle })
    return 'applied'
  }
  await writeFacts(tx, { storeId, checkoutId, before, after })
  for (const step of steps) await runStep(step, tx, { storeId, checkoutId, row: before })
  if (after.dispute !== before.dispute && (after.dispute === 'won' || after.dispute === 'lost')) {
    if (after.dispute === 'lost') await reverseShares(tx, { storeId, checkoutId })
    await recordCheckoutEvent(tx, { storeId, checkoutId, type: 'dispute.closed', extra: { outcome: after.dispute } })
  }
  // The amount is part of the key, because each further partial refund needs its own decision.
  return mismatch === null
    ? 'applied'
    : park(mismatch, checkoutId, Math.max(0, after.refundedMinor - before.assignedMinor))
}

async function lockPayment(
  tx: Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<PaymentRow | undefined> {
  // Locks both rows, because PostgreSQL reads only locked rows again after it waited for a lock.
  const { rows } = await sql<PaymentRow>`
    select c.state, c.currency, c.game_user_id as "gameUserId", p.provider, p.amount_minor as "amountMinor",
      p.payment_ref as "paymentRef", p.refunded_minor as "refundedMinor", p.dispute, p.closed, s.mode as "storeMode",
      p.returned_at is not null as "isReturned",
      0 as "assignedMinor"
    from checkouts c join payments p on p.store_id = c.store_id and p.checkout_id = c.id join stores s on s.id = c.store_id
    where c.store_id = ${storeId} and c.id = ${checkoutId}
    for no key update of c, p`.execute(tx)
  const [row] = rows
  if (!row || row.state === 'open' || row.state === 'abandoned') return row
  const { rows: refunds } = await sql<{ minor: number }>`
    select coalesce(sum(amount_minor), 0)::bigint as minor from payment_refunds
    where store_id = ${storeId} and checkout_id = ${checkoutId} and state <> 'failed'`.execute(tx)
  return { ...row, assignedMinor: refunds[0]?.minor ?? 0 }
}

async function writeFacts(
  tx: Tx,
  {
    storeId,
    checkoutId,
    before,
    after,
  }: { storeId: StoreId; checkoutId: CheckoutId; before: PaymentState; after: PaymentState },
): Promise<void> {
  const isSame = (['paymentRef', 'refundedMinor', 'dispute', 'closed', 'state'] as const).every(
    (key) => before[key] === after[key],
  )
  if (isSame) return
  await sql`
    update payments set payment_ref = ${after.paymentRef}, refunded_minor = ${after.refundedMinor}, dispute = ${after.dispute},
      closed = ${after.closed}, reconcile_at = case when ${after.state} = 'open' then reconcile_at end,
      page_url = case when ${after.state} = 'open' then page_url end
    where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx)
}

async function runStep(
  step: Step,
  tx: Tx,
  { storeId, checkoutId, row }: { storeId: StoreId; checkoutId: CheckoutId; row: PaymentRow },
): Promise<void> {
  switch (step) {
    case 'pay':
      // Done before the facts are stored, because it can fail.
      break
    case 'abandon':
      await abandonCheckout(tx, { storeId, checkoutId })
      break
    case 'dispute':
      await disputeCheckout(tx, { storeId, checkoutId, ...row })
      break
    case 'refund':
      await refundLines(tx, { storeId, checkoutId })
      await resolvePartialRefunds(tx, { storeId, checkoutId })
      break
  }
}
