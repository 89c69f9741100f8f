import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import { requireLine } from '../../text.ts'

type PlayerKey = { storeId: StoreId; gameUserId: string }

/** Whether pages of the store may name the player, also for earlier purchases. */
export async function setPlayerNaming(
  tx: Tx,
  { storeId, gameUserId, isNamed }: PlayerKey & { isNamed: boolean },
): Promise<void> {
  requireLine("The player's id", gameUserId, { max: 255 })
  if (isNamed)
    await sql`delete from unnamed_players where store_id = ${storeId} and game_user_id = ${gameUserId}`.execute(tx)
  else
    await sql`
      insert into unnamed_players (store_id, game_user_id) values (${storeId}, ${gameUserId})
      on conflict do nothing`.execute(tx)
}

export async function isPlayerNamed(tx: Tx, { storeId, gameUserId }: PlayerKey): Promise<boolean> {
  return (await readUnnamed(tx, { storeId, players: [gameUserId] })).size === 0
}

/** Those of the players who do not want to be named. */
export async function readUnnamed(
  tx: Tx,
  { storeId, players }: { storeId: StoreId; players: string[] },
): Promise<ReadonlySet<string>> {
  if (players.length === 0) return new Set()
  const { rows } = await sql<{ player: string }>`
    select game_user_id as player from unnamed_players
    where store_id = ${storeId} and game_user_id = any(${players}::text[])`.execute(tx)
  return new Set(rows.map(({ player }) => player))
}
