import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'

/** The time of the database, and how many seconds the clock of a test store is ahead of it. */
export async function readStoreClock(tx: Tx, storeId: StoreId): Promise<{ now: Date; ahead: number }> {
  const { rows } = await sql<{ now: Date; ahead: number }>`
    select now() as now, clock_ahead_seconds as ahead from stores where id = ${storeId}`.execute(tx)
  if (!rows[0]) throw new Error(`there is no store ${storeId}`)
  return rows[0]
}

/** The same, and the clock stands still until the transaction ends. Called before anything else is locked, as a move of the clock does. */
export async function holdStoreClock(tx: Tx, storeId: StoreId): Promise<{ now: Date; ahead: number }> {
  await sql`select from stores where id = ${storeId} and mode = 'test' for share`.execute(tx)
  return readStoreClock(tx, storeId)
}
