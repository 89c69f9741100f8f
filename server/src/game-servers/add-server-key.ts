import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type GameServerId, newId, type ServerKeyId, type StoreId } from '../ids.ts'
import { hashSecretToken, hintOf } from '../secret-token.ts'
import { newServerKey } from './server-key.ts'

const MAX_ACTIVE_KEYS = 5

type ServerOfStore = { storeId: StoreId; serverId: GameServerId }
export type AddedKey = { keyId: ServerKeyId; key: string }

/** Returns the key, of which only the hash is stored. Older keys continue to work until they are revoked. */
export async function createServerKey(
  tx: Tx,
  { cell, ...server }: ServerOfStore & { cell: string },
): Promise<AddedKey> {
  return addServerKey(tx, { ...server, key: newServerKey(cell), source: 'issued' })
}

/** Adds a key of another platform, so that a server can move here without a change of its configuration. */
export async function importServerKey(tx: Tx, { key, ...server }: ServerOfStore & { key: string }): Promise<AddedKey> {
  if (!/^[\x21-\x7e]{16,256}$/.test(key)) {
    throw new AppError('invalid_request', 'An imported key must have 16 to 256 visible ASCII characters and no spaces')
  }
  if (/^qm[a-z]?_/.test(key)) {
    throw new AppError('invalid_request', 'Keys that begin with qm_ are issued here. Create a new key instead.')
  }
  return addServerKey(tx, { ...server, key, source: 'imported' })
}

async function addServerKey(
  tx: Tx,
  { storeId, serverId, key, source }: ServerOfStore & { key: string; source: 'issued' | 'imported' },
): Promise<AddedKey> {
  const { rows: servers } = await sql`
    select from game_servers where store_id = ${storeId} and id = ${serverId} for no key update`.execute(tx)
  if (servers.length === 0) throw new AppError('not_found', 'No such game server')
  // A statement of its own, because one that waits for the lock would count the keys from before the wait.
  const { rows } = await sql<{ active: number }>`
    select count(*)::integer as active from server_keys
    where store_id = ${storeId} and server_id = ${serverId} and revoked_at is null`.execute(tx)
  const active = rows[0]?.active ?? 0
  if (active >= MAX_ACTIVE_KEYS) {
    throw new AppError('too_many_keys', `This server has ${active} active keys. Revoke one first.`)
  }

  const keyId = newId<ServerKeyId>()
  const added = await tx
    .insertInto('server_keys')
    .values({
      store_id: storeId,
      id: keyId,
      server_id: serverId,
      key_hash: hashSecretToken(key),
      hint: hintOf(key),
      source,
    })
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows !== 1n) {
    throw new AppError('key_in_use', 'This key belongs to a game server, or did before. Use another key.')
  }
  return { keyId, key }
}
