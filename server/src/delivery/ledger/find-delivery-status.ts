import { CompiledQuery } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { DeliveryId, GameServerId, StoreId } from '../../ids.ts'

/** Where an element is. `waiting`: it will come again, at `retryAt` or at the next poll. */
export type DeliveryStatus =
  { status: 'processed' | 'held' | 'cancelled' | 'unknown' } | { status: 'waiting'; retryAt: Date | null }

type Row = { id: DeliveryId; status: 'processed' | 'held' | 'cancelled' | 'waiting'; retry_at: Date | null }

// One snapshot for both tables: an element that moves meanwhile is seen in one of them.
const STATEMENT = `
  select p.id, case when p.hold_reason is null then 'waiting' else 'held' end as status, p.retry_at
  from unnest($3::uuid[]) as w (id)
  join pending_deliveries p on p.store_id = $1 and p.id = w.id and p.server_id = $2 and p.dispatched_at is not null
  union all
  select l.id, l.state, null
  from unnest($3::uuid[]) as w (id)
  join delivery_ledger l on l.store_id = $1 and l.id = w.id and l.server_id = $2
  where l.state = 'processed' or l.dispatched_at is not null`

/** Where elements of a server stand. What it was never offered is unknown to it, like what does not exist. */
export async function findDeliveryStatus(
  db: GatewayDb,
  { storeId, serverId }: { storeId: StoreId; serverId: GameServerId },
  ids: DeliveryId[],
): Promise<DeliveryStatus[]> {
  if (ids.length === 0) return []
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(STATEMENT, [storeId, serverId, ids]))
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = found.get(id)
    if (!row) return { status: 'unknown' }
    return row.status === 'waiting' ? { status: row.status, retryAt: row.retry_at } : { status: row.status }
  })
}
