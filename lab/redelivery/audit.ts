import type { Manage } from '@quartermaster/sdk'
import { queryRow } from '../../e2e/kit/query.ts'

type Audit = { missing: number; doubled: number }

/**
 * Compares the expected deliveries with those that were enqueued since the start. `missing`: expected, and not there or
 * with another content. `doubled`: there more than once, or not expected. Refunds during the run can remove an
 * expected delivery.
 */
export function auditDeliveries(databaseUrl: string, startedAt: string): Promise<Audit> {
  return queryRow<Audit>(
    databaseUrl,
    `with sent as (
       select store_id, checkout_id, server_id, line_nos, products, resend_of from pending_deliveries
       where delivery_type = 'APPROVE' and created_at >= $1
       union all
       select store_id, checkout_id, server_id, line_nos, products, resend_of from delivery_ledger
       where delivery_type = 'APPROVE' and created_at >= $1),
     counted as (
       select store_id, checkout_id, server_id, count(*) as times,
         bool_and(resend_of is not null and line_nos = '{1}') as marked, min(products) as products
       from sent group by 1, 2, 3),
     refunded as (
       select g.store_id, g.entitlement_id from grants g join trial.purchases p using (store_id, checkout_id)
       where g.revoked_at is not null and not p.refunded)
     select
       (select count(*) from trial.expected o left join counted c using (store_id, checkout_id, server_id)
        where (c.times is null or not c.marked or c.products <> o.products)
          and not exists (select from refunded t where t.store_id = o.store_id and t.entitlement_id = o.id))::integer as missing,
       (select coalesce(sum(c.times - case when o.id is null then 0 else 1 end), 0) from counted c
        left join trial.expected o using (store_id, checkout_id, server_id)
        left join trial.purchases p on p.store_id = c.store_id and p.checkout_id = c.checkout_id
        left join refunded t on t.store_id = c.store_id and t.entitlement_id = p.id
        where t.store_id is null or c.times > 1)::integer as doubled`,
    [startedAt],
  )
}

/** Compares the preview with the result. A delivery that was waiting can have been delivered during the run. */
export function findDifferences(preview: Manage.RedeliveryCounts, result: Manage.RedeliveryCounts): string[] {
  const missing = new Map<string, number>()
  const add = ({ breakdown }: Manage.RedeliveryCounts, sign: 1 | -1) => {
    for (const { productId, serverId, outcome, count } of breakdown) {
      const key = `${outcome === 'delivered' ? 'waiting' : outcome} ${productId} ${serverId}`
      missing.set(key, (missing.get(key) ?? 0) + sign * count)
    }
  }
  add(preview, 1)
  add(result, -1)
  const differences = [...missing]
    .filter(([, count]) => count !== 0)
    .map(([key, count]) => `the result has ${Math.abs(count)} ${count > 0 ? 'fewer' : 'more'} than the preview: ${key}`)
  for (const name of ['deliveries', 'entitlements', 'players'] as const) {
    if (preview[name] === result[name]) continue
    differences.push(`${name}: ${preview[name]} in the preview, ${result[name]} in the result`)
  }
  return differences
}
