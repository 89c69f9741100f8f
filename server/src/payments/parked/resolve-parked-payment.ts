import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { ParkedId, StoreId } from '../../ids.ts'
import { requireText } from '../../text.ts'

/** Stores the note of a staff member. It changes neither the payment nor the checkout. */
export async function resolveParkedPayment(
  db: Db | Tx,
  { storeId, parkedId, note }: { storeId: StoreId; parkedId: ParkedId; note: string },
): Promise<void> {
  requireText('The note', note, { max: 500 })
  const { rows } = await inStore(db, storeId, (tx) =>
    sql`
      update parked_payments set resolved_at = now(), resolution_note = ${note}
      where store_id = ${storeId} and id = ${parkedId} and resolved_at is null
      returning id`.execute(tx),
  )
  if (rows.length === 0)
    throw new AppError('not_found', 'There is no unresolved parked payment with this id in this store')
}
