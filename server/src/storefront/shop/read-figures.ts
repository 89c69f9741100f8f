import { sql } from 'kysely'
import { checkoutsPaidIn, linesPaidIn, type Period } from '../../checkouts/read/paid-in-period.ts'
import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import type { Goal } from '../../stores/storefront/goal.ts'

/** Players who do not want to be named are left out later, so that their choice counts at once. */
const MAX_SUPPORTERS = 50

/** Sums over the sales of a period. They cost more than anything else that pages show. */
export type Figures = {
  /** Null if the store has no goal now. */
  goal: { sold: number; endsAt: Date } | null
  /** Who has paid most this month, the first one most. Empty if the owner does not show it. */
  supporters: { player: string; paid: number }[]
}

export type FigureSettings = {
  goal: Goal | null
  showsSupporter: boolean
  showsRecent: boolean
  timeZone: string
  currency: string
  /** Counts the edits of the owner. */
  version: number
}

export async function readFigureSettings(tx: Tx, storeId: StoreId): Promise<FigureSettings> {
  const { rows } = await sql<FigureSettings>`
    select f.goal, f.show_top_supporter as "showsSupporter", f.show_recent_purchases as "showsRecent",
      f.time_zone as "timeZone", s.currency, f.version
    from storefronts f join stores s on s.id = f.store_id where f.store_id = ${storeId}`.execute(tx)
  const [settings] = rows
  if (!settings) throw new Error('The store has no storefront')
  return settings
}

export async function readFigures(tx: Tx, storeId: StoreId, settings: FigureSettings): Promise<Figures> {
  const { goal, showsSupporter, currency } = settings
  const period = goal && (await readPeriod(tx, { storeId, ...settings }))
  const month = showsSupporter ? await readPeriod(tx, { storeId, ...settings, goal: null }) : null
  return {
    goal: period && { sold: await sumSales(tx, { ...period, currency }), endsAt: period.to },
    supporters: month ? await readSupporters(tx, { ...month, currency }) : [],
  }
}

type Wanted = Pick<FigureSettings, 'goal' | 'timeZone'> & { storeId: StoreId }

/** The month of now, or the days of the goal, in the time zone of the store. Null if they have not begun or are over. */
async function readPeriod(tx: Tx, { storeId, goal, timeZone }: Wanted): Promise<Period | null> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select "from", "to" from (
      select coalesce(${goal?.startsOn ?? null}::date::timestamp, month) at time zone ${timeZone}::text as "from",
        coalesce(${goal?.endsOn ?? null}::date::timestamp + interval '1 day', month + interval '1 month')
          at time zone ${timeZone}::text as "to"
      from date_trunc('month', now() at time zone ${timeZone}::text) month) period
    where "from" <= now() and "to" > now()`.execute(tx)
  return rows[0] ? { storeId, ...rows[0] } : null
}

type Sales = Period & { currency: string }

async function sumSales(tx: Tx, { currency, ...period }: Sales): Promise<number> {
  const { rows } = await sql<{ sold: number }>`
    with sold as materialized (${checkoutsPaidIn(period)})
    select coalesce(sum(paid_minor(l)), 0)::bigint as sold
    from checkout_lines l join sold on sold.id = l.checkout_id
    where ${linesPaidIn(period)} and l.refunded_at is null and sold.state = 'paid' and sold.currency = ${currency}`.execute(
    tx,
  )
  return rows[0]?.sold ?? 0
}

/** A gift counts for the player who gave it. An order whose buyer hides it counts for nobody. */
async function readSupporters(tx: Tx, { currency, ...period }: Sales): Promise<Figures['supporters']> {
  const { rows } = await sql<{ player: string; paid: number }>`
    with sold as materialized (${checkoutsPaidIn(period)})
    select coalesce(b.bought_by, sold.game_user_id) as player, sum(paid_minor(l))::bigint as paid
    from checkout_lines l join sold on sold.id = l.checkout_id
      left join checkout_buyers b on b.store_id = ${period.storeId} and b.checkout_id = coalesce(l.renewal_of, sold.id)
        and (b.bought_by is not null or b.hides_name)
    where ${linesPaidIn(period)} and l.refunded_at is null and b.hides_name is not true and sold.state = 'paid' and sold.currency = ${currency}
    group by 1 having sum(paid_minor(l)) > 0
    order by paid desc, player limit ${MAX_SUPPORTERS}`.execute(tx)
  return rows
}
