import { CompiledQuery, sql } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { DeliveryId, GameServerId, StoreId } from '../../ids.ts'
import { deliveryKeys } from '../ledger/move-to-ledger.ts'

export type Dispatch = { storeId: StoreId; serverId: GameServerId; ids: DeliveryId[] }

// Rows are locked in queue order, so that two polls of one server cannot deadlock.
const statement = (locked: 'skip locked' | '') => `
  with wanted as (
    select p.store_id, p.id
    from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w (store_id, server_id, id)
    join pending_deliveries p on p.store_id = w.store_id and p.id = w.id and p.server_id = w.server_id
    order by p.position
    for no key update of p ${locked}
  )
  update pending_deliveries p set dispatched_at = coalesce(p.dispatched_at, now())
  from wanted
  where p.store_id = wanted.store_id and p.id = wanted.id
  returning p.id, p.products`

const STATEMENTS = { skip: statement('skip locked'), wait: statement('') }

/** The client has started again: it may have stopped at one of the deliveries that it had. */
export async function markSeenBefore(
  db: GatewayDb,
  { storeId, serverId }: { storeId: StoreId; serverId: GameServerId },
): Promise<void> {
  await db
    .updateTable('pending_deliveries')
    .set({ looked_at: sql<Date>`now()` })
    .where('store_id', '=', storeId)
    .where('server_id', '=', serverId)
    .where('dispatched_at', 'is not', null)
    .where('hold_reason', 'is', null)
    .execute()
}

/**
 * Stores that deliveries are about to be dispatched for the first time, and returns the content of those that still
 * can be. A refund may have removed or changed a delivery since it was listed, so the content is read again here. A
 * delivery that another poll has dispatched meanwhile is included: without it, the expiry behind it would come first.
 */
export async function markDispatched(
  db: GatewayDb,
  dispatches: Dispatch[],
  { locked }: { locked: keyof typeof STATEMENTS },
): Promise<Map<DeliveryId, string>[]> {
  const wanted = dispatches.flatMap(({ storeId, serverId, ids }) =>
    ids.map((deliveryId) => ({ storeId, serverId, deliveryId })),
  )
  if (wanted.length === 0) return dispatches.map(() => new Map())
  const { rows } = await db.executeQuery<{ id: DeliveryId; products: string }>(
    CompiledQuery.raw(STATEMENTS[locked], deliveryKeys(wanted)),
  )
  const contents = new Map(rows.map((row) => [row.id, row.products]))
  return dispatches.map(() => contents)
}
