import { type RawBuilder, sql } from 'kysely'
import { isBanActive } from '../bans/ban.ts'
import type { StoreId } from '../ids.ts'

export type PlayerRow = {
  gameUserId: string
  /** Null for a player who never bought anything and is known only from a ban. */
  firstSeenAt: Date | null
  lastPaidAt: Date | null
  /** Includes checkouts that were refunded or disputed later. */
  paidCheckouts: number
  totals: { currency: string; paidMinor: number; refundedMinor: number }[]
  /** The player has more checkouts than were summed. The numbers are those of the newest ones. */
  isPartial: boolean
  isBanned: boolean
}

type Options = {
  storeId: StoreId
  /** A query with one column `id`, the ids of the players. */
  page: RawBuilder<unknown>
  /** How many checkouts of a player are summed. A test player can have a hundred thousand. */
  maxCheckouts: number
}

export function selectPlayerRows({ storeId, page, maxCheckouts }: Options): RawBuilder<PlayerRow> {
  const own = sql`checkouts where store_id = ${storeId} and game_user_id = page.id`
  const newest = sql`(select id, currency, case when imported_from is null then paid_at end as paid_at from ${own} order by id desc limit ${maxCheckouts})`
  return sql<PlayerRow>`
    select page.id as "gameUserId", seen.*, money.totals,
      exists (select from player_bans where store_id = ${storeId} and game_user_id = page.id and ${isBanActive}) as "isBanned"
    from (${page}) page
    cross join lateral (
      select (select created_at from ${own} order by id limit 1) as "firstSeenAt", max(n.paid_at) as "lastPaidAt",
        count(n.paid_at)::integer as "paidCheckouts", count(*) = ${maxCheckouts} and exists (select from ${own} and id < (array_agg(n.id order by n.id))[1]) as "isPartial"
      from ${newest} n) seen
    cross join lateral (
      select coalesce(json_agg(json_build_object('currency', t.currency, 'paidMinor', t.paid, 'refundedMinor', t.refunded)
        order by t.currency), '[]') as totals
      from (
        select n.currency, sum(paid_minor(l)) as paid,
          coalesce(sum(paid_minor(l)) filter (where l.refunded_at is not null), 0) as refunded
        from ${newest} n join checkout_lines l on l.store_id = ${storeId} and l.checkout_id = n.id
        where n.paid_at is not null
        group by n.currency) t) money
    order by page.id using ~<~`
}
