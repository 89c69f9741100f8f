import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import { selectPlayerRows, type PlayerRow } from './select-player-rows.ts'

export type PlayerFilter = {
  storeId: StoreId
  /** The beginning of the id: as typed, in lower case, in upper case, or capitalized. */
  search?: string
  limit: number
  /** The last player of the previous page. */
  after?: string
}

const MAX_SUMMED_CHECKOUTS = 200

/** A prefix followed by this character sorts after every text that begins with the prefix. */
const LAST_CHARACTER = '\u{10ffff}'

/**
 * The players of a store, in the byte order of their ids. There is no table of players, because every sale would have to
 * maintain it. Instead a loose index scan of the checkouts finds each next player with one lookup.
 */
export async function searchPlayers(
  tx: Tx,
  { storeId, search = '', limit, after }: PlayerFilter,
): Promise<PlayerRow[]> {
  const next = (afterLast: RawBuilder<unknown>) => sql`(
    select c.game_user_id from checkouts c
    where c.store_id = ${storeId} and c.game_user_id ~>=~ start.text and ${afterLast} and c.game_user_id ~<~ (start.text || ${LAST_CHARACTER})
    order by c.game_user_id using ~<~ limit 1)`
  const page = sql`
    select player.id from unnest(${spellings(search)}::text[]) as start (text) cross join lateral (
      with recursive one (id) as (
        select ${next(after === undefined ? sql`true` : sql`c.game_user_id ~>~ ${after}`)}
        union all
        select ${next(sql`c.game_user_id ~>~ one.id`)} from one where one.id is not null)
      select one.id from one where one.id is not null limit ${limit}) player
    order by player.id using ~<~ limit ${limit}`
  const { rows } = await selectPlayerRows({ storeId, page, maxCheckouts: MAX_SUMMED_CHECKOUTS }).execute(tx)
  return rows
}

/** Ids are stored as the games spell them, but people do not type them that way. */
function spellings(text: string): string[] {
  const capital = text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()
  return [...new Set([text, text.toLowerCase(), text.toUpperCase(), capital])]
}
