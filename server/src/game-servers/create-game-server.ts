import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type GameServerId, newId, type StoreId } from '../ids.ts'
import { requireBelowLimit } from '../stores/limits.ts'
import { requireText } from '../text.ts'
import type { Profile } from './profiles/profile.ts'

export type NewGameServer = { storeId: StoreId; name: string; game: string | null; profile: Profile }

/** Creates a server. The first server of a store becomes its default server. */
export async function createGameServer(
  tx: Tx,
  { storeId, name, game, profile }: NewGameServer,
): Promise<{ id: GameServerId; isDefault: boolean }> {
  // The lock serializes two concurrent first servers, so that only one becomes the default.
  const store = await sql<{ has_default: boolean }>`
    select default_server_id is not null as has_default from stores where id = ${storeId} for update`.execute(tx)
  const row = store.rows[0]
  if (!row) throw new AppError('not_found', 'There is no such store')
  await requireBelowLimit(tx, { storeId, name: 'servers', count: () => countServers(tx, storeId) })

  const id = newId<GameServerId>()
  await tx
    .insertInto('game_servers')
    .values({
      store_id: storeId,
      id,
      name: requireText('The name of the server', name, { max: 100 }),
      game: game === null ? null : requireText('The game', game, { max: 100 }),
      profile,
    })
    .execute()
  if (!row.has_default) {
    await tx.updateTable('stores').set({ default_server_id: id }).where('id', '=', storeId).execute()
  }
  return { id, isDefault: !row.has_default }
}

async function countServers(tx: Tx, storeId: StoreId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from game_servers where store_id = ${storeId}`.execute(tx)
  return rows[0]?.count ?? 0
}
