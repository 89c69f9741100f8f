import { sql } from 'kysely'
import type { GatewayDb } from '../db/database.ts'
import type { GameServerId, StoreId } from '../ids.ts'

/** Stores the port and the address that a server has when it starts. */
export async function registerInit(
  db: GatewayDb,
  {
    storeId,
    serverId,
    port,
    address,
  }: { storeId: StoreId; serverId: GameServerId; port: number | undefined; address: string },
): Promise<void> {
  await db
    .updateTable('game_servers')
    .set({
      ...(port !== undefined && { port }),
      address,
      initialized_at: sql<Date>`now()`,
      last_seen_at: sql<Date>`now()`,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', serverId)
    .execute()
}
