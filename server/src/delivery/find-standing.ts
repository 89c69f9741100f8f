import { CompiledQuery } from 'kysely'
import type { GatewayDb } from '../db/database.ts'
import type { CommandId, GameServerId, StoreId } from '../ids.ts'

/** Where an element is. `waiting`: it will come again, at `readyAt` or at the next poll. */
export type Standing =
  { status: 'processed' | 'held' | 'cancelled' | 'unknown' } | { status: 'waiting'; readyAt: Date | null }

type Row = { id: CommandId; status: 'processed' | 'held' | 'cancelled' | 'waiting'; ready_at: Date | null }

// One snapshot for both tables: an element that moves meanwhile is seen in one of them.
const STATEMENT = `
  select p.id, case when p.held is null then 'waiting' else 'held' end as status, p.ready_at
  from unnest($3::uuid[]) as w (id)
  join pending_commands p on p.store_id = $1 and p.id = w.id and p.server_id = $2 and p.offered_at is not null
  union all
  select l.id, l.state, null
  from unnest($3::uuid[]) as w (id)
  join delivery_ledger l on l.store_id = $1 and l.id = w.id and l.server_id = $2
  where l.state = 'processed' or l.offered_at is not null`

/** Where elements of a server stand. What it was never offered is unknown to it, like what does not exist. */
export async function findStanding(
  db: GatewayDb,
  { storeId, serverId }: { storeId: StoreId; serverId: GameServerId },
  ids: CommandId[],
): Promise<Standing[]> {
  if (ids.length === 0) return []
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(STATEMENT, [storeId, serverId, ids]))
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = found.get(id)
    if (!row) return { status: 'unknown' }
    return row.status === 'waiting' ? { status: row.status, readyAt: row.ready_at } : { status: row.status }
  })
}
