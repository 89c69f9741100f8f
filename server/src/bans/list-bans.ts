import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import { type Ban, BAN_COLUMNS, inForce } from './ban.ts'

export type BanFilter = {
  storeId: StoreId
  gameUserId?: string
  /** Also what was lifted, or ended by itself. */
  includeEnded?: boolean
  most: number
  /** The last player of the page before. */
  after?: string
}

/** In the order of the players' ids. */
export async function listBans(
  tx: Tx,
  { storeId, gameUserId, includeEnded = false, most, after }: BanFilter,
): Promise<Ban[]> {
  const { rows } = await sql<Ban>`
    select ${BAN_COLUMNS} from player_bans
    where store_id = ${storeId} and (${includeEnded}::boolean or ${inForce})
      and (${gameUserId ?? null}::text is null or game_user_id = ${gameUserId ?? null})
      and (${after ?? null}::text is null or game_user_id > ${after ?? null})
    order by game_user_id
    limit ${most}`.execute(tx)
  return rows
}
