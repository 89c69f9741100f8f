import pg from 'pg'
import type { RedeliverySummary } from '../../server/src/redelivery/summarize-redelivery.ts'

export type Audit = { missing: number; doubled: number }

/**
 * Compares what is owed with all that was queued since the start. `missing`: owed, and not there, or not as it was sold.
 * `doubled`: there more than once, or not owed. What was refunded meanwhile may be there or not, but not twice.
 */
export async function audit(url: string, startedAt: Date): Promise<Audit> {
  const client = new pg.Client({ connectionString: url, options: '-c enable_nestloop=off -c jit=off' })
  await client.connect()
  try {
    const { rows } = await client.query<Audit>(
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
       touched as (
         select g.store_id, g.entitlement_id from grants g join trial.purchases p using (store_id, checkout_id)
         where g.revoked_at is not null and not p.refunded)
       select
         (select count(*) from trial.owed o left join counted c using (store_id, checkout_id, server_id)
          where (c.times is null or not c.marked or c.products <> o.products)
            and not exists (select from touched t where t.store_id = o.store_id and t.entitlement_id = o.id))::integer as missing,
         (select coalesce(sum(c.times - case when o.id is null then 0 else 1 end), 0) from counted c
          left join trial.owed o using (store_id, checkout_id, server_id)
          left join trial.purchases p on p.store_id = c.store_id and p.checkout_id = c.checkout_id
          left join touched t on t.store_id = c.store_id and t.entitlement_id = p.id
          where t.store_id is null or c.times > 1)::integer as doubled`,
      [startedAt],
    )
    if (!rows[0]) throw new Error('the audit found nothing')
    return rows[0]
  } finally {
    await client.end()
  }
}

/** Where the result differs from the dry run. What waited then may have been delivered meanwhile: that is one thing here. */
export function differences(plan: RedeliverySummary, result: RedeliverySummary): string[] {
  const known = new Map<string, number>()
  const add = ({ breakdown }: RedeliverySummary, sign: 1 | -1) => {
    for (const { productId, serverId, outcome, items } of breakdown) {
      const key = `${outcome === 'delivered' ? 'waiting' : outcome} ${productId} ${serverId}`
      known.set(key, (known.get(key) ?? 0) + sign * items)
    }
  }
  add(plan, 1)
  add(result, -1)
  const wrong = [...known]
    .filter(([, by]) => by !== 0)
    .map(([key, by]) => `${key}: ${Math.abs(by)} ${by > 0 ? 'less' : 'more'}`)
  for (const name of ['deliveries', 'entitlements', 'players'] as const)
    if (plan[name] !== result[name]) wrong.push(`${name}: ${plan[name]} in the dry run, ${result[name]} in the result`)
  return wrong
}
