import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { StoreId } from '../ids.ts'
import { type Ban, BAN_COLUMNS } from './ban.ts'

/** Lifting a ban that has ended or was lifted before succeeds and changes nothing. */
export async function liftBan(tx: Tx, { storeId, gameUserId }: { storeId: StoreId; gameUserId: string }): Promise<Ban> {
  const { rows } = await sql<Ban>`
    update player_bans set lifted_at = coalesce(lifted_at, now())
    where store_id = ${storeId} and game_user_id = ${gameUserId}
    returning ${BAN_COLUMNS}`.execute(tx)
  const [ban] = rows
  if (!ban) throw new AppError('not_found', 'This player was never banned in this store')
  return ban
}
