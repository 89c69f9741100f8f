import { CompiledQuery } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import { ID_HISTORY } from '../../db/history-of-ids.ts'
import type { GameServerId } from '../../ids.ts'

/** With more new rows than this, it is cheaper to find out which of the waiting servers have any. */
const MAX_ROWS = 2_000

/** The point up to which arrivals were read. In another history, transaction ids repeat. */
export type ArrivalCursor = { snapshot: string; history: string }

export type Arrivals = {
  /** Servers with new deliveries; null if there are too many, or if they cannot be known. */
  servers: GameServerId[] | null
  cursor: ArrivalCursor
}

const CURSOR = `pg_current_snapshot()::text as snapshot, ${ID_HISTORY} as history`

// Transactions do not commit in the order in which they begin. A snapshot lists those that were in progress, so new rows
// are those of transactions that began later, and of those that were in progress then and are visible now. The upper
// bound excludes transaction ids of another cluster, which a database restored from a dump contains.
const STATEMENT = `
  with arrivals as (
    (select server_id from pending_deliveries
     where enqueued_xid >= pg_snapshot_xmax($1::pg_snapshot) and enqueued_xid < pg_snapshot_xmax(pg_current_snapshot())
     order by enqueued_xid limit ${MAX_ROWS + 1})
    union all
    (select server_id from pending_deliveries
     where enqueued_xid = any (array(select pg_snapshot_xip($1::pg_snapshot))) limit ${MAX_ROWS + 1})
  )
  select ${CURSOR}, array(select server_id from arrivals where server_id is not null) as servers`

/** Reads which servers got deliveries since `since`. One short statement, however many polls wait. */
export async function readArrivals(db: GatewayDb, since: ArrivalCursor): Promise<Arrivals> {
  const { rows } = await db.executeQuery<ArrivalCursor & { servers: GameServerId[] }>(
    CompiledQuery.raw(STATEMENT, [since.snapshot]),
  )
  const row = rows[0]
  if (!row) throw new Error('the database returned no row')
  const { servers, ...cursor } = row
  return { cursor, servers: servers.length > MAX_ROWS || cursor.history !== since.history ? null : servers }
}

/** The cursor behind everything that is visible now. */
export async function readArrivalCursor(db: GatewayDb): Promise<ArrivalCursor> {
  const { rows } = await db.executeQuery<ArrivalCursor>(CompiledQuery.raw(`select ${CURSOR}`, []))
  if (!rows[0]) throw new Error('the database returned no row')
  return rows[0]
}
