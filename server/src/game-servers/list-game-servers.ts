import { type Db, inStore } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import './game-server.ts'

/** The servers of a store, oldest first, each with its keys. */
export async function listGameServers(db: Db, storeId: StoreId) {
  return inStore(db, storeId, async (tx) => {
    const servers = await tx
      .selectFrom('game_servers as g')
      .innerJoin('stores as s', 's.id', 'g.store_id')
      .select(['g.id', 'g.name', 'g.game', 'g.profile', 'g.port', 'g.address', 'g.last_seen_at'])
      .select((eb) => eb(eb.ref('s.default_server_id'), '=', eb.ref('g.id')).as('is_default'))
      .where('g.store_id', '=', storeId)
      .orderBy('g.id')
      .execute()
    const keys = await tx
      .selectFrom('server_keys')
      .select(['id', 'server_id', 'hint', 'source', 'created_at', 'revoked_at'])
      .where('store_id', '=', storeId)
      .orderBy('id')
      .execute()
    return servers.map((server) => ({ ...server, keys: keys.filter((key) => key.server_id === server.id) }))
  })
}
