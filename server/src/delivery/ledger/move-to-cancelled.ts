import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { DeliveryId, StoreId } from '../../ids.ts'

/** Takes waiting elements out of the queue for good. Answers with those that were still there. */
export async function moveToCancelled(
  tx: Tx,
  { storeId, ids, by }: { storeId: StoreId; ids: DeliveryId[]; by: 'refund' | 'operator' },
): Promise<DeliveryId[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: DeliveryId }>`
    with gone as (
      delete from pending_deliveries where store_id = ${storeId} and id = any(${ids}::uuid[])
      returning store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
        resend_of, created_at, dispatched_at
    )
    insert into delivery_ledger (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos,
      unit, products, resend_of, created_at, dispatched_at, state, cancelled_by)
    select gone.*, 'cancelled', ${by} from gone
    returning id`.execute(tx)
  return rows.map((row) => row.id)
}
