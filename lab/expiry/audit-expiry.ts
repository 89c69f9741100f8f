import type pg from 'pg'

export type Audit = {
  expired: number
  /** Due, but not ended. */
  left: number
  /** Deliveries that must exist and do not. */
  missing: number
  /** Deliveries beyond one for each unit and server. */
  doubled: number
  /** Expired before its time, or although it is not due. */
  early: number
  /** From the start to the last expiry. */
  seconds: number
  /** The longest delay of an entitlement that became due during the run. */
  mostLateSeconds: number
}

/** Compares the database with the lists that were written before the servers ran. */
export async function auditExpiry(client: pg.Client, start: Date): Promise<Audit> {
  const { rows } = await client.query<Audit>(
    `with deliveries as (
       select store_id, checkout_id, server_id, unit, products, created_at from pending_deliveries where delivery_type = 'EXPIRE'
       union all
       select store_id, checkout_id, server_id, unit, products, created_at from delivery_ledger where delivery_type = 'EXPIRE'),
     ends as (
       select o.is_due, o.is_due_later, o.until, e.ended_at, e.ended_by from bench.owned o
       join entitlements e on e.store_id = o.store_id and e.id = o.id),
     paired as (
       select x.n is null as unexpected, count(d.store_id) as times from bench.expected x
       full join deliveries d using (store_id, checkout_id, server_id, unit, products)
       group by x.n, store_id, checkout_id, server_id, unit, products)
     select
       (select count(*) from ends where ended_by = 'expiry')::integer as expired,
       (select count(*) from ends where is_due and ended_by is distinct from 'expiry')::integer as left,
       (select count(*) from paired where times = 0)::integer as missing,
       (select coalesce(sum(times - case when unexpected then 0 else 1 end), 0) from paired where times > 0)::integer as doubled,
       ((select count(*) from ends where ended_by = 'expiry' and (not is_due or ended_at < until))
         + (select count(*) from deliveries d join bench.owned o on o.store_id = d.store_id and bench.id('chk', o.n) = d.checkout_id
            where d.created_at < o.until or not o.is_due))::integer as early,
       (select extract(epoch from max(ended_at) - $1::timestamptz) from ends where ended_by = 'expiry')::float8 as seconds,
       (select coalesce(extract(epoch from max(ended_at - until)), 0) from ends where is_due_later)::float8 as "mostLateSeconds"`,
    [start],
  )
  if (!rows[0]) throw new Error('The audit returned no row')
  return rows[0]
}
