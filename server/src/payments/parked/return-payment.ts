import { sql } from 'kysely'
import { abandonCheckout } from '../../checkouts/buy/abandon-checkout.ts'
import type { Lack } from '../../checkouts/buy/reservation.ts'
import type { CheckoutState } from '../../checkouts/checkout.ts'
import type { Tx } from '../../db/database.ts'
import { type CheckoutId, formatId, newId, type RefundId, type StoreId } from '../../ids.ts'
import { parkPayment } from './park-payment.ts'
import { NO_FACTS, type ProviderName } from '../provider.ts'

type PaymentKey = { storeId: StoreId; checkoutId: CheckoutId }

type LatePayment = PaymentKey & {
  state: CheckoutState
  amountMinor: number
  refundedMinor: number
  reason: Lack | 'replaced'
}

/**
 * The money of a checkout that cannot be paid any more goes back to the buyer: a worker sends the refund to the provider. The caller has
 * locked the checkout and stored the facts.
 */
export async function returnPayment(
  tx: Tx,
  { storeId, checkoutId, state, amountMinor, refundedMinor, reason }: LatePayment,
): Promise<void> {
  await sql`
    update payments set returned_at = now(), return_reason = ${reason}, return_mail_at = now(), reconcile_at = null, page_url = null
    where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx)
  if (state === 'open') await abandonCheckout(tx, { storeId, checkoutId })
  const dueMinor = amountMinor - refundedMinor
  if (dueMinor <= 0) return
  await sql`
    insert into payment_refunds (store_id, id, checkout_id, line_nos, amount_minor, state, retry_at)
    select ${storeId}, ${newId<RefundId>()}, ${checkoutId}, array_agg(line_no order by line_no), ${dueMinor}::bigint, 'requested', now()
    from checkout_lines where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx)
}

/** The provider refuses to return the money, so staff have to. */
export async function parkReturn(tx: Tx, { storeId, checkoutId }: PaymentKey): Promise<void> {
  const { rows } = await sql<{ provider: ProviderName; ref: string | null; amountMinor: number; currency: string }>`
    select p.provider, p.payment_ref as ref, p.amount_minor as "amountMinor", c.currency
    from payments p join checkouts c on c.store_id = p.store_id and c.id = p.checkout_id
    where p.store_id = ${storeId} and p.checkout_id = ${checkoutId}`.execute(tx)
  const [payment] = rows
  if (!payment) return
  const { provider, ref, amountMinor, currency } = payment
  await parkPayment(tx, {
    storeId,
    provider,
    reason: 'return_refused',
    checkoutId,
    claimedCheckoutId: checkoutId,
    facts: { ...NO_FACTS, checkoutId: formatId('chk', checkoutId), paymentRef: ref, paid: { amountMinor, currency } },
    unmatchedRefundMinor: 0,
  })
}
