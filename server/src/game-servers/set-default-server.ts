import { type Db, inStore } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { GameServerId, StoreId } from '../ids.ts'
import './game-server.ts'

/** From now on, what names no server goes here. What was already sold stays where it was sold to. */
export async function setDefaultServer(
  db: Db,
  { storeId, serverId }: { storeId: StoreId; serverId: GameServerId },
): Promise<void> {
  await inStore(db, storeId, async (tx) => {
    const server = await tx
      .selectFrom('game_servers')
      .select('id')
      .where('store_id', '=', storeId)
      .where('id', '=', serverId)
      .executeTakeFirst()
    if (!server) throw new AppError('not_found', 'No such game server')
    await tx.updateTable('stores').set({ default_server_id: serverId }).where('id', '=', storeId).execute()
  })
}
