import { type Db, inStore, type Tx } from '../../db/database.ts'
import type { CheckoutId, ParkedId, StoreId } from '../../ids.ts'
import type { Facts, ProviderName } from '../provider.ts'
import type { MismatchReason } from '../add-facts.ts'

export type ParkedPayment = {
  id: ParkedId
  provider: ProviderName
  reason: MismatchReason
  subject: string
  checkoutId: CheckoutId | null
  facts: Facts
  parkedAt: Date
  resolutionNote: string | null
}

const DEFAULT_LIMIT = 1_000

/** Oldest first. */
export async function listParkedPayments(
  db: Db | Tx,
  {
    storeId,
    includeResolved,
    limit = DEFAULT_LIMIT,
    after,
  }: { storeId: StoreId; includeResolved: boolean; limit?: number; after?: ParkedId },
): Promise<ParkedPayment[]> {
  const rows = await inStore(db, storeId, (tx) =>
    tx
      .selectFrom('parked_payments')
      .select(['id', 'provider', 'reason', 'subject', 'checkout_id', 'facts', 'parked_at', 'resolution_note'])
      .where('store_id', '=', storeId)
      .$if(!includeResolved, (query) => query.where('resolved_at', 'is', null))
      .$if(after !== undefined, (query) => query.where('id', '>', after as ParkedId))
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    reason: row.reason,
    subject: row.subject,
    checkoutId: row.checkout_id,
    facts: JSON.parse(row.facts) as Facts,
    parkedAt: row.parked_at,
    resolutionNote: row.resolution_note,
  }))
}
