import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { deliveriesQueuedIn, checkoutsPaidIn } from '../checkouts/read/paid-in-period.ts'
import type { Charted } from './read-sales.ts'

type Percentiles = { delivered: number; p50Seconds: number | null; p95Seconds: number | null }

/** Null if nothing was delivered. */
export type DeliveryTimes = Percentiles & {
  maxSeconds: number | null
  /** Not delivered yet. */
  waiting: number
  /** Wait for a decision of the staff. */
  held: number
  intervals: (Percentiles & { startsAt: string })[]
}

/** The time from the payment to the report of the game server, and what has not arrived. Resends do not count. */
export async function readDeliveryTimes(tx: Tx, { timeZone, interval, ...period }: Charted): Promise<DeliveryTimes> {
  const percentiles = sql`count(*)::integer as delivered, percentile_cont(0.5) within group (order by seconds) as "p50Seconds",
      percentile_cont(0.95) within group (order by seconds) as "p95Seconds"`
  const { rows } = await sql<DeliveryTimes>`
    with sold as materialized (${checkoutsPaidIn(period)}),
    took as materialized (
      select sold.paid_at, extract(epoch from l.finished_at - sold.paid_at)::float8 as seconds
      from delivery_ledger l join sold on sold.id = l.checkout_id
      where ${deliveriesQueuedIn(period)} and l.delivery_type = 'APPROVE' and l.state = 'processed' and l.resend_of is null),
    intervals as (
      select wire_time(date_trunc(${interval}, paid_at, ${timeZone})) as "startsAt", ${percentiles}
      from took group by 1 order by 1),
    unfinished as (
      select count(*) filter (where hold_reason is null)::integer as waiting, count(hold_reason)::integer as held
      from pending_deliveries l
      where ${deliveriesQueuedIn(period)} and l.delivery_type = 'APPROVE' and l.resend_of is null)
    select ${percentiles}, max(seconds) as "maxSeconds", (select waiting from unfinished) as waiting,
      (select held from unfinished) as held, coalesce((select json_agg(intervals) from intervals), '[]') as intervals
    from took`.execute(tx)
  return rows[0] ?? NOTHING
}

const NOTHING = {
  delivered: 0,
  p50Seconds: null,
  p95Seconds: null,
  maxSeconds: null,
  waiting: 0,
  held: 0,
  intervals: [],
}
