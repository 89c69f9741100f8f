import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { GameServerId, StoreId } from '../ids.ts'

/** Throws for a server of another store exactly as for one that does not exist. */
export async function requireServer(
  tx: Tx,
  { storeId, serverId }: { storeId: StoreId; serverId: GameServerId },
): Promise<void> {
  const server = await tx
    .selectFrom('game_servers')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '=', serverId)
    .executeTakeFirst()
  if (!server) throw new AppError('not_found', 'This store has no such game server')
}
