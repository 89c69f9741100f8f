import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { GameServerId, StoreId } from '../ids.ts'

/**
 * The server for products that name no server. Null: the store has no server, and gets none before this transaction
 * ends, so that its first server finds everything that is enqueued here. Call it before locking a delivery, because
 * creating a server locks the store first and deliveries after it.
 */
export async function lockDefaultServer(tx: Tx, storeId: StoreId): Promise<GameServerId | null> {
  const { rows } = await sql<{ default_server_id: GameServerId | null }>`
    select default_server_id from stores where id = ${storeId} for key share`.execute(tx)
  return rows[0]?.default_server_id ?? null
}
