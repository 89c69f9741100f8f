import type { ReaderDb } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { GameServerId, StoreId } from '../ids.ts'

/** Which store a server belongs to. For operators, who name a server by its id alone. */
export async function storeOfServer(db: ReaderDb, serverId: GameServerId): Promise<StoreId> {
  const server = await db.selectFrom('game_servers').select('store_id').where('id', '=', serverId).executeTakeFirst()
  if (!server)
    throw new AppError('not_found', 'No such game server; `quartermaster server list --store <id>` shows them')
  return server.store_id
}
