import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { StoreId } from '../ids.ts'
import { isBanActive } from './ban.ts'

type Player = {
  storeId: StoreId
  gameUserId: string
  /** Other ids of the same player, as far as they are known. */
  otherIds?: readonly string[] | undefined
  /** Whether the player has proved who they are. Anybody can type a name, in any spelling. */
  isProven: boolean
  /** Where the name was entered. */
  field?: string
}

/** The ban of a player who has proved their id is compared exactly. That of a typed name counts for every spelling. */
export async function requireNotBanned(
  tx: Tx,
  { storeId, gameUserId, otherIds = [], isProven, field }: Player,
): Promise<void> {
  const { rows } = await sql`
    select from player_bans where store_id = ${storeId} and ${isBanActive} and (
      game_user_id = any(${[gameUserId, ...otherIds]}::text[])
      or not ${isProven}::boolean and game_user_id = any(${[gameUserId, ...otherIds]}::text[] collate any_spelling))
    limit 1`.execute(tx)
  if (rows.length === 0) return
  const options = field === undefined ? {} : { field }
  throw new AppError('player_banned', `${gameUserId} is banned from this store.`, options)
}
