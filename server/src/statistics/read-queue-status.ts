import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { GameServerId, StoreId } from '../ids.ts'

type SilentServer = { id: GameServerId; name: string; lastSeenAt: Date | null; pending: number }

export type QueueStatus = {
  pending: number
  /** These are included in `pending`. */
  retrying: number
  held: number
  withoutServer: number
  /** Servers that have not called for ten minutes, or never. */
  silentServers: SilentServer[]
}

/** How many deliveries are pending now, and which servers do not fetch theirs. */
export async function readQueueStatus(tx: Tx, storeId: StoreId): Promise<QueueStatus> {
  const { rows } = await sql<Omit<QueueStatus, 'silentServers'>>`
    select count(*)::integer as pending, count(retry_at)::integer as retrying, count(hold_reason)::integer as held,
      count(*) filter (where server_id is null)::integer as "withoutServer"
    from pending_deliveries where store_id = ${storeId}`.execute(tx)
  const { rows: silentServers } = await sql<SilentServer>`
    select g.id, g.name, g.last_seen_at as "lastSeenAt", coalesce(w.pending, 0)::integer as pending
    from game_servers g
    left join (select server_id, count(*) as pending from pending_deliveries where store_id = ${storeId} group by 1) w
      on w.server_id = g.id
    where g.store_id = ${storeId} and (g.last_seen_at is null or g.last_seen_at < now() - interval '10 minutes')
    order by g.id`.execute(tx)
  const { pending = 0, retrying = 0, held = 0, withoutServer = 0 } = rows[0] ?? {}
  return { pending, retrying, held, withoutServer, silentServers }
}
