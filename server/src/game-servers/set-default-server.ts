import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../db/database.ts'
import type { GameServerId, StoreId } from '../ids.ts'
import { requireServer } from './require-server.ts'

/** New purchases that name no server go to this one. Existing deliveries stay where they are. */
export async function setDefaultServer(
  db: Db | Tx,
  { storeId, serverId }: { storeId: StoreId; serverId: GameServerId },
): Promise<void> {
  await inStore(db, storeId, async (tx) => {
    await requireServer(tx, { storeId, serverId })
    await tx
      .updateTable('stores')
      .set({ default_server_id: serverId, version: sql<number>`version + 1` })
      .where('id', '=', storeId)
      .execute()
  })
}
