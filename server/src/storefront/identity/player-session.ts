import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import { hashSecretToken, isSecretToken, newSecretToken } from '../../secret-token.ts'
import type { Identity, IdentityName } from './provider.ts'

/** The token of a player who has proved who they are. It is in a cookie. */
const PREFIX = 'qmp_'
/** As long as a basket, which names the same player. */
const LIFETIME_DAYS = 7

export type PlayerSession = { gameUserId: string; provider: IdentityName; label: string | null }
type SessionKey = { storeId: StoreId; token: string | undefined }

export async function openPlayerSession(
  tx: Tx,
  { storeId, player }: { storeId: StoreId; player: Identity & { proof: 'proven' } },
): Promise<string> {
  const token = newSecretToken(PREFIX)
  await sql`
    insert into player_sessions (store_id, token_hash, game_user_id, identity, label, expires_at)
    values (${storeId}, ${hashSecretToken(token)}, ${player.gameUserId}, ${player.provider}, ${player.label},
      now() + make_interval(days => ${LIFETIME_DAYS}))`.execute(tx)
  return token
}

/** Undefined if no one is signed in. */
export async function findPlayerSession(tx: Tx, { storeId, token }: SessionKey): Promise<PlayerSession | undefined> {
  if (token === undefined || !isSecretToken(PREFIX, token)) return undefined
  const { rows } = await sql<PlayerSession>`
    select game_user_id as "gameUserId", identity as provider, label from player_sessions
    where store_id = ${storeId} and token_hash = ${hashSecretToken(token)} and expires_at > now()`.execute(tx)
  return rows[0]
}

export async function endPlayerSession(tx: Tx, { storeId, token }: SessionKey): Promise<void> {
  if (token === undefined || !isSecretToken(PREFIX, token)) return
  await sql`
    delete from player_sessions where store_id = ${storeId} and token_hash = ${hashSecretToken(token)}`.execute(tx)
}
