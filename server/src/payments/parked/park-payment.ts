import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { recordEvent } from '../../events/record-event.ts'
import { type CheckoutId, formatId, newId, type ParkedId, type StoreId } from '../../ids.ts'
import type { Facts, ProviderName } from '../provider.ts'
import type { MismatchReason } from '../add-facts.ts'

type Parked = {
  storeId: StoreId
  provider: ProviderName
  reason: MismatchReason
  /** The checkout of this store that it belongs to, if there is one. */
  checkoutId: CheckoutId | null
  /** The one it names. */
  named: CheckoutId
  facts: Facts
  /** Of a partial refund: how much went back that no refund of ours accounts for. */
  partMinor?: number
}

/** Keeps what does not fit for a person to look at. Told again, it is still the same one thing. */
export async function parkPayment(
  tx: Tx,
  { storeId, provider, reason, checkoutId, named, facts, partMinor = 0 }: Parked,
): Promise<void> {
  const id = newId<ParkedId>()
  const subject = facts.paymentRef ?? named
  const { rows } = await sql`
    insert into parked_payments (store_id, id, provider, reason, subject, checkout_id, facts, unmatched_refund_minor)
    values (${storeId}, ${id}, ${provider}, ${reason}, ${subject}, ${checkoutId}, ${JSON.stringify(facts)}, ${partMinor})
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

/** Everything was refunded after all: which lines a part of it was for is no question any more. */
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
