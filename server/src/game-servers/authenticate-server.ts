import type { GatewayDb } from '../db/database.ts'
import type { GameServerId, ServerKeyId, StoreId } from '../ids.ts'
import type { StoreDetails } from '../stores/store.ts'
import type { Profile } from './game-server.ts'
import { hashServerKey, isForged } from './server-key.ts'

/** The caller of the game operations, and the store it belongs to. */
export type Caller = {
  storeId: StoreId
  serverId: GameServerId
  keyId: ServerKeyId
  profile: Profile
  store: StoreDetails
}

/** Undefined for a key that is unknown or revoked. */
export async function authenticateServer(db: GatewayDb, key: string): Promise<Caller | undefined> {
  if (key === '' || isForged(key)) return undefined
  const row = await db
    .selectFrom('server_keys as k')
    .innerJoin('game_servers as g', (join) =>
      join.onRef('g.store_id', '=', 'k.store_id').onRef('g.id', '=', 'k.server_id'),
    )
    .innerJoin('stores as s', 's.id', 'k.store_id')
    .select(['k.store_id', 'k.server_id', 'k.id as key_id', 'g.profile', 's.name', 's.plan', 's.expires_at', 's.url'])
    .where('k.key_hash', '=', hashServerKey(key))
    .where('k.revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    storeId: row.store_id,
    serverId: row.server_id,
    keyId: row.key_id,
    profile: row.profile,
    store: { id: row.store_id, name: row.name, plan: row.plan, expiresAt: row.expires_at, url: row.url },
  }
}
