import { CompiledQuery } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { GameServerId } from '../../ids.ts'

/** More news at once than this is news for everybody. */
const MOST = 2_000

export type Arrivals = {
  /** Servers with something new; null: too many to name. */
  servers: GameServerId[] | null
  /** What this look has seen; the next one goes on behind it. */
  seen: Seen
}

/** A snapshot is good over a crash; on another timeline, after a failover, numbers may have been given out again. */
export type Seen = { snapshot: string; timeline: string }

// Transactions commit in another order than they begin. A snapshot names the ones that were under way, so new is: what
// began later, and what was under way then and is visible now. A database that was filled from a dump holds numbers from
// another life; the upper bound keeps them out.
const TIMELINE = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)'

const STATEMENT = `
  with news as (
    (select server_id from pending_deliveries
     where enqueued_xid >= pg_snapshot_xmax($1::pg_snapshot) and enqueued_xid < pg_snapshot_xmax(pg_current_snapshot())
     order by enqueued_xid limit ${MOST + 1})
    union all
    (select server_id from pending_deliveries
     where enqueued_xid = any (array(select pg_snapshot_xip($1::pg_snapshot))) limit ${MOST + 1})
  )
  select pg_current_snapshot()::text as snapshot, ${TIMELINE} as timeline,
    array(select server_id from news where server_id is not null) as servers`

/** Which servers got something since an earlier look: one short statement, whoever waits and however many. */
export async function readArrivals(db: GatewayDb, since: Seen): Promise<Arrivals> {
  const { rows } = await db.executeQuery<Seen & { servers: GameServerId[] }>(
    CompiledQuery.raw(STATEMENT, [since.snapshot]),
  )
  const row = rows[0]
  if (!row) throw new Error('the database did not answer')
  const { servers, ...seen } = row
  return { seen, servers: servers.length > MOST || seen.timeline !== since.timeline ? null : servers }
}

/** Where a first look begins: what is there now is not new. */
export async function readPresent(db: GatewayDb): Promise<Seen> {
  const { rows } = await db.executeQuery<Seen>(
    CompiledQuery.raw(`select pg_current_snapshot()::text as snapshot, ${TIMELINE} as timeline`, []),
  )
  if (!rows[0]) throw new Error('the database did not answer')
  return rows[0]
}
