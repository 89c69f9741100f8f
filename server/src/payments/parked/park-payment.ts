import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { recordEvent } from '../../events/record-event.ts'
import { type CheckoutId, formatId, newId, type ParkedId, type StoreId } from '../../ids.ts'
import type { Facts, ProviderName } from '../provider.ts'
import type { MismatchReason } from '../add-facts.ts'

type PaymentToPark = {
  storeId: StoreId
  provider: ProviderName
  reason: MismatchReason
  /** Null if this store has no such checkout. */
  checkoutId: CheckoutId | null
  claimedCheckoutId: CheckoutId
  facts: Facts
  /** For a partial refund: the refunded amount that no refund of the store accounts for. */
  unmatchedRefundMinor: number
}

/** Stores a payment that fits no checkout, so that staff can decide. Repeating it changes nothing. */
export async function parkPayment(
  tx: Tx,
  { storeId, provider, reason, checkoutId, claimedCheckoutId, facts, unmatchedRefundMinor }: PaymentToPark,
): Promise<void> {
  const id = newId<ParkedId>()
  const subject = facts.paymentRef ?? claimedCheckoutId
  const { rows } = await sql`
    insert into parked_payments (store_id, id, provider, reason, subject, checkout_id, facts, unmatched_refund_minor)
    values (${storeId}, ${id}, ${provider}, ${reason}, ${subject}, ${checkoutId}, ${JSON.stringify(facts)}, ${unmatchedRefundMinor})
    on conflict (store_id, provider, reason, subject, unmatched_refund_minor) do nothing
    returning id`.execute(tx)
  if (rows.length === 0) return
  await recordEvent(tx, {
    storeId,
    type: 'payment.parked',
    data: {
      storeId: formatId('sto', storeId),
      parkedPaymentId: formatId('prk', id),
      checkoutId: checkoutId === null ? null : formatId('chk', checkoutId),
      provider,
      reason,
      providerPaymentId: facts.paymentRef,
    },
  })
}

/** After a full refund the staff need not decide any more which lines a partial refund was for. */
export async function resolvePartialRefunds(
  tx: Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<void> {
  await sql`
    update parked_payments set resolved_at = now(), resolution_note = 'the whole checkout was refunded'
    where store_id = ${storeId} and checkout_id = ${checkoutId} and reason = 'partial_refund' and resolved_at is null`.execute(
    tx,
  )
}
