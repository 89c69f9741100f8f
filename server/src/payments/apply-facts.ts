import { sql } from 'kysely'
import { abandonCheckout } from '../checkouts/buy/abandon-checkout.ts'
import { disputeCheckout } from '../checkouts/reverse/dispute-checkout.ts'
import { payCheckout } from '../checkouts/buy/pay-checkout.ts'
import { isPseudonym } from '../pseudonym.ts'
import { refundLines } from '../checkouts/reverse/refund.ts'
import { recordCheckoutEvent } from '../checkouts/record-checkout-event.ts'
import type { Tx } from '../db/database.ts'
import { type CheckoutId, formatId, type StoreId } from '../ids.ts'
import { parkPayment, resolvePartialRefunds } from './parked/park-payment.ts'
import type { Facts, ProviderName } from './provider.ts'
import { type Known, type MismatchReason, addFacts, type Step } from './add-facts.ts'

export type Told = { storeId: StoreId; provider: ProviderName; checkoutId: CheckoutId; facts: Facts }

export type Outcome = 'applied' | 'parked'

type Row = Known & { provider: ProviderName; gameUserId: string; assignedMinor: number }

/**
 * Makes true for a checkout what a provider says of its payment, once, whoever says it first: a callback, or the answer
 * when we asked. Store, amount and currency are compared; what does not fit is parked for a person.
 */
export async function applyFacts(tx: Tx, { storeId, provider, checkoutId, facts }: Told): Promise<Outcome> {
  const park = async (reason: MismatchReason, known: CheckoutId | null, partMinor = 0): Promise<Outcome> => {
    await parkPayment(tx, { storeId, provider, reason, checkoutId: known, named: checkoutId, facts, partMinor })
    return 'parked'
  }
  if (facts.storeId !== null && facts.storeId !== formatId('sto', storeId)) return park('store_mismatch', null)
  const row = await lockPayment(tx, { storeId, checkoutId })
  if (!row) return park('unknown_checkout', null)
  if (row.provider !== provider) return park('provider_mismatch', checkoutId)

  const { known, steps, mismatch } = addFacts(row, facts, row)
  if (mismatch !== null && mismatch !== 'partial_refund') return park(mismatch, checkoutId)
  // Given up, its player erased since, and paid after all: nobody would get it.
  if (row.state === 'abandoned' && steps.includes('pay') && isPseudonym(row.gameUserId)) {
    return park('erased_player', checkoutId)
  }
  await writeFacts(tx, { storeId, checkoutId, before: row, known })
  for (const step of steps) await run(step, tx, { storeId, checkoutId, row })
  if (known.dispute !== row.dispute && (known.dispute === 'won' || known.dispute === 'lost')) {
    await recordCheckoutEvent(tx, { storeId, checkoutId, type: 'dispute.closed', extra: { outcome: known.dispute } })
  }
  // A further part is another riddle: who has settled the first has not heard of it.
  return mismatch === null
    ? 'applied'
    : park(mismatch, checkoutId, Math.max(0, known.refundedMinor - row.assignedMinor))
}

async function lockPayment(
  tx: Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<Row | undefined> {
  // Both rows: after waiting for a lock only what is locked is read anew.
  const { rows } = await sql<Row>`
    select c.state, c.currency, c.game_user_id as "gameUserId", p.provider, p.amount_minor as "amountMinor",
      p.payment_ref as "paymentRef", p.refunded_minor as "refundedMinor", p.dispute, p.closed, 0 as "assignedMinor"
    from checkouts c join payments p on p.store_id = c.store_id and p.checkout_id = c.id
    where c.store_id = ${storeId} and c.id = ${checkoutId}
    for no key update of c, p`.execute(tx)
  const [row] = rows
  if (!row || row.state === 'open' || row.state === 'abandoned') return row
  const { rows: own } = await sql<{ minor: number }>`
    select coalesce(sum(amount_minor), 0)::bigint as minor from payment_refunds
    where store_id = ${storeId} and checkout_id = ${checkoutId} and state <> 'failed'`.execute(tx)
  return { ...row, assignedMinor: own[0]?.minor ?? 0 }
}

async function writeFacts(
  tx: Tx,
  { storeId, checkoutId, before, known }: { storeId: StoreId; checkoutId: CheckoutId; before: Known; known: Known },
): Promise<void> {
  const isSame = (['paymentRef', 'refundedMinor', 'dispute', 'closed', 'state'] as const).every(
    (key) => before[key] === known[key],
  )
  if (isSame) return
  await sql`
    update payments set payment_ref = ${known.paymentRef}, refunded_minor = ${known.refundedMinor}, dispute = ${known.dispute},
      closed = ${known.closed}, reconcile_at = case when ${known.state} = 'open' then reconcile_at end
    where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx)
}

async function run(
  step: Step,
  tx: Tx,
  { storeId, checkoutId, row }: { storeId: StoreId; checkoutId: CheckoutId; row: Row },
): Promise<void> {
  switch (step) {
    case 'pay':
      await payCheckout(tx, { storeId, checkoutId, ...row })
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
