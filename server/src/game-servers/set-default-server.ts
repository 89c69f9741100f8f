import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../db/database.ts'
import type { GameServerId, StoreId } from '../ids.ts'
import { requireServer } from './require-server.ts'

/** From now on, what names no server goes here. What was already sold stays where it was sold to. */
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
