import { type Db, inStore, type Tx } from '../db/database.ts'
import type { CheckoutId, ParkedId, StoreId } from '../ids.ts'
import type { Facts, ProviderName } from './provider.ts'
import type { Misfit } from './settle.ts'
import './payment.ts'

export type Parked = {
  id: ParkedId
  provider: ProviderName
  reason: Misfit
  subject: string
  checkoutId: CheckoutId | null
  facts: Facts
  parkedAt: Date
  settledNote: string | null
}

const MOST = 1_000

/** What does not fit and waits for a person, oldest first; with `settled` what was looked at before, too. */
export async function listParked(
  db: Db | Tx,
  { storeId, settled, most = MOST, after }: { storeId: StoreId; settled: boolean; most?: number; after?: ParkedId },
): Promise<Parked[]> {
  const rows = await inStore(db, storeId, (tx) =>
    tx
      .selectFrom('parked_payments')
      .select(['id', 'provider', 'reason', 'subject', 'checkout_id', 'facts', 'parked_at', 'settled_note'])
      .where('store_id', '=', storeId)
      .$if(!settled, (query) => query.where('settled_at', 'is', null))
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
    settledNote: row.settled_note,
  }))
}
