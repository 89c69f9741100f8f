import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { GameServerId, StoreId } from '../ids.ts'

/**
 * Where what names no server goes; null: the store has none yet, and gets none before this transaction ends, so
 * that the first server finds what is queued for it. Comes before any lock on an element: making a server takes
 * the store first and the elements after it.
 */
export async function lockDefaultServer(tx: Tx, storeId: StoreId): Promise<GameServerId | null> {
  const { rows } = await sql<{ default_server_id: GameServerId | null }>`
    select default_server_id from stores where id = ${storeId} for key share`.execute(tx)
  return rows[0]?.default_server_id ?? null
}
