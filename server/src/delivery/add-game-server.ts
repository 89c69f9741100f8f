import { type Db, inStore, type Tx } from '../db/database.ts'
import { createServerKey } from '../game-servers/add-server-key.ts'
import { createGameServer, type NewGameServer } from '../game-servers/create-game-server.ts'
import type { GameServerId, ServerKeyId } from '../ids.ts'

/** Creates a server with its first key. The first server of a store takes over what was sold before it existed. */
export async function addGameServer(
  db: Db | Tx,
  { cell, ...server }: NewGameServer & { cell: string },
): Promise<{ id: GameServerId; keyId: ServerKeyId; key: string; takenOverDeliveries: number }> {
  return inStore(db, server.storeId, async (tx) => {
    const { id, isDefault } = await createGameServer(tx, server)
    const key = await createServerKey(tx, { storeId: server.storeId, serverId: id, cell })
    if (!isDefault) return { id, ...key, takenOverDeliveries: 0 }
    const { numUpdatedRows } = await tx
      .updateTable('pending_deliveries')
      .set({ server_id: id })
      .where('store_id', '=', server.storeId)
      .where('server_id', 'is', null)
      .executeTakeFirstOrThrow()
    return { id, ...key, takenOverDeliveries: Number(numUpdatedRows) }
  })
}
