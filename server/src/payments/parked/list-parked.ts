import { type Db, inStore, type Tx } from '../../db/database.ts'
import type { CheckoutId, ParkedId, StoreId } from '../../ids.ts'
import type { Facts, ProviderName } from '../provider.ts'
import type { MismatchReason } from '../add-facts.ts'

export type Parked = {
  id: ParkedId
  provider: ProviderName
  reason: MismatchReason
  subject: string
  checkoutId: CheckoutId | null
  facts: Facts
  parkedAt: Date
  resolutionNote: string | null
}

const MOST = 1_000

/** What does not fit and waits for a person, oldest first; with `includeResolved` what was looked at before, too. */
export async function listParked(
  db: Db | Tx,
  {
    storeId,
    includeResolved,
    most = MOST,
    after,
  }: { storeId: StoreId; includeResolved: boolean; most?: number; after?: ParkedId },
): Promise<Parked[]> {
  const rows = await inStore(db, storeId, (tx) =>
    tx
      .selectFrom('parked_payments')
      .select(['id', 'provider', 'reason', 'subject', 'checkout_id', 'facts', 'parked_at', 'resolution_note'])
      .where('store_id', '=', storeId)
      .$if(!includeResolved, (query) => query.where('resolved_at', 'is', null))
      .$if(after !== undefined, (query) => query.where('id', '>', after as ParkedId))
      .orderBy('id')
      .limit(most)
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
