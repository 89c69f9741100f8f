import { POLL_RATE } from '@quartermaster/contract/games/limits'
import { CompiledQuery } from 'kysely'
import { type AddressRanges, addressRanges } from '../address-ranges.ts'
import type { GatewayDb } from '../db/database.ts'
import type { GameServerId, ServerKeyId, StoreId } from '../ids.ts'
import type { StoreDetails } from '../stores/store.ts'
import { type Bucket, fullBucket } from '../token-bucket.ts'
import type { Profile } from './profiles/profile.ts'
import { hashSecretToken } from '../secret-token.ts'
import { isForged } from './server-key.ts'

/** The game server that sends a request, and its store. */
export type Caller = {
  storeId: StoreId
  serverId: GameServerId
  serverName: string
  keyId: ServerKeyId
  profile: Profile
  store: StoreDetails
  /** The rate limit of its polls. */
  polls: Bucket
  /** The last round of `recordLastSeen` that included it. */
  seenIn: number
  /** What it reported with its last poll. Null: nothing. */
  playerCount: number | null
  maxPlayers: number | null
  /** The addresses that it may call from; undefined if it is not bound. */
  boundTo: AddressRanges | undefined
  /** The address of its last admitted call. */
  address: string
  /** Until this round, `watchAddresses` need not record the same address again. */
  addressUntil: number
}

export { POLL_RATE }

type Row = {
  key_hash: Buffer
  store_id: StoreId
  server_id: GameServerId
  server_name: string
  key_id: ServerKeyId
  profile: Profile
  bound_to: string[]
  name: string
  plan: string
  expires_at: Date | null
  url: string
}

const STATEMENT = `
  select k.key_hash, k.store_id, k.server_id, g.name as server_name, k.id as key_id, g.profile, g.bound_to, s.name, s.plan, s.expires_at, s.url
  from unnest($1::bytea[]) as wanted (key_hash)
  join server_keys k on k.key_hash = wanted.key_hash and k.revoked_at is null
  join game_servers g on g.store_id = k.store_id and g.id = k.server_id
  join stores s on s.id = k.store_id`

/** The owner of a key. Undefined if the key is unknown or revoked. */
export async function authenticateServer(db: GatewayDb, key: string): Promise<Caller | undefined> {
  if (key === '' || isForged(key)) return undefined
  return (await authenticateServers(db, [hashSecretToken(key)]))[0]
}

/** The owners of many keys, given by their hashes. */
export async function authenticateServers(db: GatewayDb, hashes: Buffer[]): Promise<(Caller | undefined)[]> {
  const keys = hashes.map((hash) => hash.toString('hex'))
  const literal = `{${keys.map((key) => `"\\\\x${key}"`).join(',')}}`
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(STATEMENT, [literal]))
  const callers = new Map(rows.map((row) => [row.key_hash.toString('hex'), toCaller(row)]))
  return keys.map((key) => callers.get(key))
}

function toCaller(row: Row): Caller {
  return {
    storeId: row.store_id,
    serverId: row.server_id,
    serverName: row.server_name,
    keyId: row.key_id,
    profile: row.profile,
    store: { id: row.store_id, name: row.name, plan: row.plan, expiresAt: row.expires_at, url: row.url },
    polls: fullBucket(POLL_RATE),
    seenIn: -1,
    playerCount: null,
    maxPlayers: null,
    boundTo: row.bound_to.length > 0 ? addressRanges(row.bound_to) : undefined,
    address: '',
    addressUntil: -1,
  }
}
