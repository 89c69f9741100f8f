import { sql } from 'kysely'
import type { ReaderDb } from '../db/database.ts'
import { findDueEndpoints } from '../webhooks/sending/find-due-endpoints.ts'

/** For how many seconds the oldest piece of each kind of background work has been due. */
export type WorkLags = {
  expiries: number
  delivery_retries: number
  payment_queries: number
  refunds: number
  webhooks: number
}

/** One row of an index for each kind of work. Endpoints that fail are late by their own fault, so they do not count. */
export async function readWorkLags(reader: ReaderDb): Promise<WorkLags> {
  const { rows } = await sql<Omit<WorkLags, 'webhooks'>>`
    select
      coalesce((select extract(epoch from now() - until) from entitlements
        where ended_at is null and until < 'infinity' and until <= now() order by until limit 1), 0)::float8 as expiries,
      coalesce((select extract(epoch from now() - retry_at) from pending_deliveries
        where retry_at <= now() order by retry_at limit 1), 0)::float8 as delivery_retries,
      coalesce((select extract(epoch from now() - reconcile_at) from payments
        where reconcile_at <= now() order by reconcile_at limit 1), 0)::float8 as payment_queries,
      coalesce((select extract(epoch from now() - retry_at) from payment_refunds
        where retry_at <= now() order by retry_at limit 1), 0)::float8 as refunds`.execute(reader)
  const healthy = (await findDueEndpoints(reader)).filter(({ isFailing }) => !isFailing)
  const [lags] = rows
  if (!lags) throw new Error('the database returned no row')
  return { ...lags, webhooks: Math.max(0, ...healthy.map(({ dueSeconds }) => dueSeconds)) }
}

export type WebhookEndpoints = { healthy: number; failing: number; disabled: number }

export async function countWebhookEndpoints(reader: ReaderDb): Promise<WebhookEndpoints> {
  const { rows } = await sql<WebhookEndpoints>`
    select count(*) filter (where disabled_at is null and failing_since is null)::integer as healthy,
      count(*) filter (where disabled_at is null and failing_since is not null)::integer as failing,
      count(*) filter (where disabled_at is not null)::integer as disabled
    from webhook_endpoints`.execute(reader)
  return rows[0] ?? { healthy: 0, failing: 0, disabled: 0 }
}
