import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CheckoutId, DeliveryId, GameServerId, StoreId } from '../../ids.ts'
import type { DeliveryState, DeliveryType } from '../delivery.ts'

export type DeliveryRow = {
  id: DeliveryId
  state: DeliveryState
  delivery_type: DeliveryType
  game_user_id: string
  checkout_id: CheckoutId
  server_id: GameServerId | null
  created_at: Date
  dispatched_at: Date | null
  finished_at: Date | null
  products: string
  attempts: number
  /** How many of its commands have run. 0 if it is finished. */
  commands_run: number
  /** When its next attempt is due. */
  retry_at: Date | null
  hold_reason: 'failed' | 'uncertain' | 'withdrawn' | null
  receipt: string | null
  cancelled_by: 'refund' | 'operator' | null
  /** A client reported it after it was cancelled. */
  late_report_at: Date | null
  resend_of: DeliveryId | null
}

/** The state of a row of the queue. */
export const QUEUE_STATE = sql`case when hold_reason is not null then 'held' when retry_at is not null then 'retrying' else 'pending' end`

/** Deliveries of a store by their ids, from queue or ledger, newest first. */
export async function readDeliveries(
  tx: Tx,
  { storeId, ids }: { storeId: StoreId; ids: DeliveryId[] },
): Promise<DeliveryRow[]> {
  if (ids.length === 0) return []
  const columns = sql`id, delivery_type, game_user_id, checkout_id, server_id, created_at, dispatched_at, products, resend_of`
  // Each by its complete key, so that the ledger is searched in one month only.
  const { rows } = await sql<DeliveryRow>`
    select found.* from unnest(${ids}::uuid[]) as wanted (id) cross join lateral (
      select ${columns}, ${QUEUE_STATE} as state, null::timestamptz as finished_at, attempts, commands_run, retry_at, hold_reason,
        null as receipt, null as cancelled_by, null::timestamptz as late_report_at
      from pending_deliveries where store_id = ${storeId} and id = wanted.id
      union all
      select ${columns}, state, finished_at, 0, 0, null, null, receipt, cancelled_by, late_report_at
      from delivery_ledger where store_id = ${storeId} and id = wanted.id
      offset 0) found
    order by found.id desc`.execute(tx)
  return rows
}
