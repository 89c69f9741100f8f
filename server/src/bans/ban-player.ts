import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { StoreId } from '../ids.ts'
import { requireLine, requireText } from '../text.ts'
import { type Ban, BAN_COLUMNS } from './ban.ts'

export type NewBan = {
  storeId: StoreId
  /** Stored as it is, because only the game knows whether "Steve" and "steve" are the same player. Typed names count in any spelling. */
  gameUserId: string
  reason: string
  /** Null means until staff lift it. */
  until: Date | null
  by: string
}

/**
 * Forbids new purchases. Paid checkouts are still delivered, and an open payment page can still be paid. A second ban
 * replaces the first.
 */
export async function banPlayer(tx: Tx, { storeId, gameUserId, reason, until, by }: NewBan): Promise<Ban> {
  requireLine("The player's id", gameUserId, { max: 255 })
  requireText('The reason', reason, { max: 500 })
  const { rows } = await sql<Ban>`
    insert into player_bans (store_id, game_user_id, reason, until, created_by)
    select id, ${gameUserId}, ${reason}, ${until}::timestamptz, ${by} from stores where id = ${storeId}
    on conflict (store_id, game_user_id) do update
      set reason = excluded.reason, until = excluded.until, created_at = now(), created_by = excluded.created_by, lifted_at = null
    returning ${BAN_COLUMNS}`.execute(tx)
  const [ban] = rows
  if (!ban) throw new AppError('not_found', 'No such store')
  if (!ban.isActive) throw new AppError('invalid_request', 'The end of the ban must be in the future')
  return ban
}
