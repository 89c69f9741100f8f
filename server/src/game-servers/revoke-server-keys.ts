import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { GameServerId, ServerKeyId, StoreId } from '../ids.ts'

export type WhichKeys = { keyId: ServerKeyId } | 'all-but-newest' | 'all'

/** Returns the revoked keys. Revoking a revoked key succeeds and changes nothing. */
export async function revokeServerKeys(
  db: Db | Tx,
  { storeId, serverId, which }: { storeId: StoreId; serverId: GameServerId; which: WhichKeys },
): Promise<ServerKeyId[]> {
  return inStore(db, storeId, async (tx) => {
    // Changes of the store and of the server also update their keys, in any order. These locks prevent a deadlock.
    await sql`select from stores where id = ${storeId} for no key update`.execute(tx)
    await sql`select from game_servers where store_id = ${storeId} and id = ${serverId} for no key update`.execute(tx)
    const keys = await tx
      .selectFrom('server_keys')
      .select(['id', 'revoked_at'])
      .where('store_id', '=', storeId)
      .where('server_id', '=', serverId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .forUpdate()
      .execute()
    const active = keys.filter((key) => key.revoked_at === null).map((key) => key.id)
    if (typeof which === 'object' && !keys.some((key) => key.id === which.keyId)) {
      throw new AppError('not_found', 'This game server has no such key')
    }
    const chosen =
      which === 'all'
        ? active
        : which === 'all-but-newest'
          ? active.slice(1)
          : active.filter((id) => id === which.keyId)
    if (chosen.length > 0) {
      await tx
        .updateTable('server_keys')
        .set({ revoked_at: sql<Date>`now()` })
        .where('store_id', '=', storeId)
        .where('id', 'in', chosen)
        .execute()
    }
    return typeof which === 'object' ? [which.keyId] : chosen
  })
}
