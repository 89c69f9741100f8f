import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { type Period, deliveriesQueuedIn, checkoutsPaidIn } from '../checkouts/read/paid-in-period.ts'

/** Null if nothing was delivered. */
export type DeliveryTimes = {
  delivered: number
  p50Seconds: number | null
  p95Seconds: number | null
  maxSeconds: number | null
}

/** The time from the payment to the report of the game server. Resends do not count. */
export async function readDeliveryTimes(tx: Tx, period: Period): Promise<DeliveryTimes> {
  const { rows } = await sql<DeliveryTimes>`
    with sold as materialized (${checkoutsPaidIn(period)}),
    took as (
      select extract(epoch from l.finished_at - sold.paid_at)::float8 as seconds
      from delivery_ledger l join sold on sold.id = l.checkout_id
      where ${deliveriesQueuedIn(period)} and l.delivery_type = 'APPROVE' and l.state = 'processed' and l.resend_of is null)
    select count(*)::integer as delivered, percentile_cont(0.5) within group (order by seconds) as "p50Seconds",
      percentile_cont(0.95) within group (order by seconds) as "p95Seconds", max(seconds) as "maxSeconds"
    from took`.execute(tx)
  return rows[0] ?? { delivered: 0, p50Seconds: null, p95Seconds: null, maxSeconds: null }
}
