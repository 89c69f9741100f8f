import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { GameServerId, ServerKeyId, StoreId } from '../ids.ts'
import { type AddressWarning, addressWarnings } from './address-warnings.ts'
import type { Profile } from './profiles/profile.ts'

/** Only the latest revoked keys of each server are listed, because a key that is rotated every day leaves many. */
const MAX_REVOKED = 20

/** A game server as staff see it. */
export type GameServerDetails = {
  id: GameServerId
  name: string
  game: string | null
  profile: Profile
  isDefault: boolean
  port: number | null
  registeredFrom: string | null
  /** Its keys work from these addresses only; if empty, from everywhere. */
  allowedAddresses: string[]
  lastSeenAt: Date | null
  version: number
  createdAt: Date
  keys: ServerKeyDetails[]
  warnings: AddressWarning[]
}

type ServerKeyDetails = {
  id: ServerKeyId
  hint: string
  source: 'issued' | 'imported'
  createdAt: Date
  revokedAt: Date | null
  usedFrom: UsedAddress[]
}

type UsedAddress = {
  address: string
  firstSeenAt: Date
  lastSeenAt: Date
  refusedAt: Date | null
  warnedAt: Date | null
}

type Page = {
  storeId: StoreId
  /** Without it, all servers are returned. */
  limit?: number
  /** The last server of the previous page. */
  after?: GameServerId
}

/** The servers of a store, oldest first, with their keys and with warnings about suspicious use of a key. */
export async function listGameServers(db: Db | Tx, { storeId, limit, after }: Page): Promise<GameServerDetails[]> {
  return inStore(db, storeId, async (tx) => {
    let query = selectServers(tx, storeId).orderBy('g.id')
    if (after !== undefined) query = query.where('g.id', '>', after)
    if (limit !== undefined) query = query.limit(limit)
    return withKeys(tx, storeId, await query.execute())
  })
}

export async function showGameServer(
  tx: Tx,
  { storeId, serverId }: { storeId: StoreId; serverId: GameServerId },
): Promise<GameServerDetails> {
  const rows = await selectServers(tx, storeId).where('g.id', '=', serverId).execute()
  const [server] = await withKeys(tx, storeId, rows)
  if (!server) throw new AppError('not_found', 'No such game server')
  return server
}

function selectServers(tx: Tx, storeId: StoreId) {
  return tx
    .selectFrom('game_servers as g')
    .innerJoin('stores as s', 's.id', 'g.store_id')
    .select([
      'g.id',
      'g.name',
      'g.game',
      'g.profile',
      'g.port',
      'g.address as registeredFrom',
      'g.version',
      'g.bound_to as allowedAddresses',
    ])
    .select(['g.last_seen_at as lastSeenAt', 'g.created_at as createdAt', 's.default_server_id as defaultId'])
    .where('g.store_id', '=', storeId)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectServers>['execute']>>[number]

async function withKeys(tx: Tx, storeId: StoreId, servers: Row[]): Promise<GameServerDetails[]> {
  if (servers.length === 0) return []
  const keys = await tx
    .selectFrom('server_keys')
    .select(['id', 'server_id', 'hint', 'source', 'created_at as createdAt', 'revoked_at as revokedAt'])
    .where('store_id', '=', storeId)
    .where(
      'server_id',
      'in',
      servers.map((server) => server.id),
    )
    .where(
      sql<boolean>`(revoked_at is null or id = any(array(
        select o.id from server_keys o where o.store_id = server_keys.store_id and o.server_id = server_keys.server_id
          and o.revoked_at is not null order by o.revoked_at desc, o.id desc limit ${MAX_REVOKED})))`,
    )
    .orderBy('id')
    .execute()
  const used =
    keys.length === 0
      ? []
      : await readUsedAddresses(
          tx,
          storeId,
          keys.map((key) => key.id),
        )
  return servers.map(({ defaultId, ...server }) => {
    const own = keys
      .filter((key) => key.server_id === server.id)
      .map(({ server_id: _server, ...key }) => ({
        ...key,
        usedFrom: used.filter((use) => use.key_id === key.id).map(({ key_id: _key, ...use }) => use),
      }))
    return { ...server, isDefault: defaultId === server.id, keys: own, warnings: addressWarnings(own) }
  })
}

/** Latest first. */
async function readUsedAddresses(tx: Tx, storeId: StoreId, keyIds: ServerKeyId[]) {
  return tx
    .selectFrom('server_key_addresses')
    .select(['key_id', 'address', 'first_seen_at as firstSeenAt', 'last_seen_at as lastSeenAt'])
    .select(['refused_at as refusedAt', 'notified_at as warnedAt'])
    .where('store_id', '=', storeId)
    .where('key_id', 'in', keyIds)
    .orderBy('last_seen_at', 'desc')
    .orderBy('address')
    .execute()
}
