import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import type { CopySession } from '../copy-session.ts'

/** If requests of the store do not end in this time, it serves again and the move fails. */
const DRAIN_MS = 3_000

export type MoveState = 'copying' | 'stopping' | 'arriving' | 'moved'
export type MoveRow = { state: MoveState; cell: string; token: Buffer }

/** What a cell knows about the move of a store. Undefined: it serves the store, or does not know it. */
export async function readMove(db: CopySession, storeId: StoreId): Promise<MoveRow | undefined> {
  const { rows } = await sql<MoveRow>`select state, cell, token from store_moves where id = ${storeId}`.execute(db)
  return rows[0]
}

export async function writeMove(db: CopySession, storeId: StoreId, { state, cell, token }: MoveRow): Promise<void> {
  await sql`
    insert into store_moves (id, state, cell, token) values (${storeId}, ${state}, ${cell}, ${token})
    on conflict (id) do update set state = excluded.state, cell = excluded.cell, token = excluded.token, changed_at = now()`.execute(
    db,
  )
}

/** The lock of the session that moves a store. It ends with the session, so a crash is noticed. */
export async function lockMove(db: CopySession, storeId: StoreId): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(hashtextextended(${`move ${storeId}`}, 0)) as locked`.execute(db)
  return rows[0]?.locked === true
}

/** Stores that stopped for a move whose session has ended serve again. Returns how many. */
export async function resumeAbandonedMoves(db: CopySession | GatewayDb): Promise<number> {
  const { rows } = await sql`
    update store_moves set state = 'copying', changed_at = now()
    where state = 'stopping' and pg_try_advisory_xact_lock(hashtextextended('move ' || id, 0)) returning id`.execute(db)
  return rows.length
}

/** Waits for transactions that began before the stop. Those that begin later do not write. */
export async function drain(source: CopySession): Promise<void> {
  const { rows: clock } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(source)
  for (const deadline = Date.now() + DRAIN_MS; ; await sleep(10)) {
    const { rows } = await sql`
      select pid from pg_stat_activity
      where datname = current_database() and state <> 'idle' and xact_start < ${clock[0]?.now}::timestamptz
        and application_name in ('quartermaster-app', 'quartermaster-callbacks', 'quartermaster-gateway', 'quartermaster-accounts')`.execute(
      source,
    )
    if (rows.length === 0) return
    if (Date.now() > deadline)
      throw new AppError(
        'unavailable',
        'A transaction of this cell does not end, so the store serves again. Run the command again.',
      )
  }
}
