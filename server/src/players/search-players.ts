import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import { playerFigures, type PlayerRow } from './player-statistics.ts'

export type PlayerFilter = {
  storeId: StoreId
  /** What the id begins with: as typed, all in small or in capital letters, or with a capital in front. */
  search?: string
  limit: number
  /** The last player of the page before. */
  after?: string
}

const MAX_SUMMED_CHECKOUTS = 200

/** Greater than whatever may follow a beginning. */
const LAST = '\u{10ffff}'

/**
 * The players of a store, in the order of their ids by bytes. There is no table of players: every sale would have to
 * write it. One descent into the index of checkouts leads from each player to the next, however many checkouts lie between.
 */
export async function searchPlayers(
  tx: Tx,
  { storeId, search = '', limit, after }: PlayerFilter,
): Promise<PlayerRow[]> {
  const next = (behind: RawBuilder<unknown>) => sql`(
    select c.game_user_id from checkouts c
    where c.store_id = ${storeId} and c.game_user_id ~>=~ start.text and ${behind} and c.game_user_id ~<~ (start.text || ${LAST})
    order by c.game_user_id using ~<~ limit 1)`
  const page = sql`
    select player.id from unnest(${spellings(search)}::text[]) as start (text) cross join lateral (
      with recursive one (id) as (
        select ${next(after === undefined ? sql`true` : sql`c.game_user_id ~>~ ${after}`)}
        union all
        select ${next(sql`c.game_user_id ~>~ one.id`)} from one where one.id is not null)
      select one.id from one where one.id is not null limit ${limit}) player
    order by player.id using ~<~ limit ${limit}`
  const { rows } = await playerFigures({ storeId, page, maxCheckouts: MAX_SUMMED_CHECKOUTS }).execute(tx)
  return rows
}

/** Ids are kept as the games spell them, and people type them as they like. */
function spellings(text: string): string[] {
  const capital = text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()
  return [...new Set([text, text.toLowerCase(), text.toUpperCase(), capital])]
}
