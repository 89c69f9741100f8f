import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import { type Ban, BAN_COLUMNS, isBanActive } from './ban.ts'

export type BanFilter = {
  storeId: StoreId
  gameUserId?: string
  /** Include bans that were lifted or have ended. */
  includeEnded?: boolean
  limit: number
  /** The last player of the previous page. */
  after?: string
}

/** In the order of player ids. */
export async function listBans(
  tx: Tx,
  { storeId, gameUserId, includeEnded = false, limit, after }: BanFilter,
): Promise<Ban[]> {
  const { rows } = await sql<Ban>`
    select ${BAN_COLUMNS} from player_bans
    where store_id = ${storeId} and (${includeEnded}::boolean or ${isBanActive})
      and (${gameUserId ?? null}::text is null or game_user_id = ${gameUserId ?? null})
      and (${after ?? null}::text is null or game_user_id > ${after ?? null})
    order by game_user_id
    limit ${limit}`.execute(tx)
  return rows
}
