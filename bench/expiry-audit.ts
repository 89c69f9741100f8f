import type pg from 'pg'

export type Audit = {
  expired: number
  /** Due and not ended. */
  left: number
  /** Elements that should be in the queue and are not. */
  missing: number
  /** Elements beyond the one for each unit and server. */
  doubled: number
  /** Ended before its time, or bait that was taken. */
  early: number
  /** From the start to the last expiry. */
  seconds: number
  /** From its own time to the expiry of what became due during the run. */
  mostLateSeconds: number
}

/** Holds what the schedulers left against what was written down before they ran. */
export async function audit(client: pg.Client, start: Date): Promise<Audit> {
  const { rows } = await client.query<Audit>(
    `with elements as (
       select store_id, checkout_id, server_id, unit, products, created_at from pending_deliveries where delivery_type = 'EXPIRE'
       union all
       select store_id, checkout_id, server_id, unit, products, created_at from delivery_ledger where delivery_type = 'EXPIRE'),
     ends as (
       select h.bait, h.soon, h.kind, h.until, e.ended_at, e.ended_by from bench.held h
       join entitlements e on e.store_id = h.store_id and e.id = h.id),
     paired as (
       select x.n is null as unexpected, count(e.store_id) as times from bench.expected x
       full join elements e using (store_id, checkout_id, server_id, unit, products)
       group by x.n, store_id, checkout_id, server_id, unit, products)
     select
       (select count(*) from ends where ended_by = 'expiry')::integer as expired,
       (select count(*) from ends where not bait and ended_by is distinct from 'expiry')::integer as left,
       (select count(*) from paired where times = 0)::integer as missing,
       (select coalesce(sum(times - case when unexpected then 0 else 1 end), 0) from paired where times > 0)::integer as doubled,
       ((select count(*) from ends where ended_by = 'expiry' and (bait or ended_at < until))
         + (select count(*) from elements e join bench.held h on h.store_id = e.store_id and bench.id('chk', h.n) = e.checkout_id
            where e.created_at < h.until or h.bait))::integer as early,
       (select extract(epoch from max(ended_at) - $1::timestamptz) from ends where ended_by = 'expiry')::float8 as seconds,
       (select coalesce(extract(epoch from max(ended_at - until)), 0) from ends where soon)::float8 as "mostLateSeconds"`,
    [start],
  )
  if (!rows[0]) throw new Error('the audit found nothing to look at')
  return rows[0]
}
