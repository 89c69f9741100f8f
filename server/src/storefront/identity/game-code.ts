import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { GatewayDb, Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { formatId, type GameServerId, type StoreId } from '../../ids.ts'
import { requireLine } from '../../text.ts'

/** Without letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8
const MINUTES = 10

type GameCode = { code: string; expiresAt: Date }

/** A code that the game shows to a player, who types it in the storefront. It replaces the player's last one. */
export async function giveCode(
  db: GatewayDb,
  { storeId, serverId, gameUserId }: { storeId: StoreId; serverId: GameServerId; gameUserId: string },
): Promise<GameCode> {
  const player = requireLine('The id of the player', gameUserId, { max: 255 })
  const code = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
  const { rows } = await sql<{ expiresAt: Date }>`
    insert into player_codes (store_id, game_user_id, code_hash, server_id, expires_at)
    values (${storeId}, ${player}, ${hashOf(storeId, code)}, ${serverId}, now() + make_interval(mins => ${MINUTES}))
    on conflict (store_id, game_user_id) do update
      set code_hash = excluded.code_hash, server_id = excluded.server_id, expires_at = excluded.expires_at
    returning expires_at as "expiresAt"`.execute(db)
  await sql`
    update game_servers set gave_code_at = now()
    where store_id = ${storeId} and id = ${serverId}
      and (gave_code_at is null or gave_code_at < now() - interval '1 hour')`.execute(db)
  const expiresAt = rows[0]?.expiresAt
  if (!expiresAt) throw new Error('the code was not stored')
  return { code: `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`, expiresAt }
}

/** Returns the player of a code. It works once. */
export async function useCode(
  tx: Tx,
  { storeId, typed }: { storeId: StoreId; typed: string },
): Promise<{ gameUserId: string }> {
  const code = normalize(typed)
  const { rows } = await sql<{ gameUserId: string }>`
    delete from player_codes where store_id = ${storeId} and code_hash = ${hashOf(storeId, code)} and expires_at > now()
    returning game_user_id as "gameUserId"`.execute(tx)
  if (!rows[0]) throw new AppError('sign_in_failed', 'This code is not valid. Get a new one in the game.')
  return rows[0]
}

/** People type small letters and blanks, and O for 0. */
function normalize(typed: string): string {
  return typed
    .slice(0, 50)
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}

function hashOf(storeId: StoreId, code: string): Buffer {
  return createHash('sha256')
    .update(`${formatId('sto', storeId)} ${code}`)
    .digest()
}
