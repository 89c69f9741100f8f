import type { ReaderDb } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { GameServerId, StoreId } from '../ids.ts'

/** The store of a server, for operators who name a server without its store. */
export async function storeOfServer(db: ReaderDb, serverId: GameServerId): Promise<StoreId> {
  const server = await db.selectFrom('game_servers').select('store_id').where('id', '=', serverId).executeTakeFirst()
  if (!server)
    throw new AppError(
      'not_found',
      'There is no such game server. `quartermaster server list --store <id>` lists them.',
    )
  return server.store_id
}
