import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

/**
 * A limit in seconds: each use adds `cost`, and a second takes one away. So `{ cost: 30, capacity: 600 }` allows 20 uses at
 * once, then 2 a minute.
 */
export type Limit = { key: Buffer; cost: number; capacity: number }

export type Taken = {
  isTaken: boolean
  /** The seconds of each limit that were used before. */
  used: number[]
}

/**
 * Uses all of these limits, or none if one of them does not allow it. Concurrent calls can't exceed a limit, because it is checked
 * again while its row is locked; then a call that is refused may have used the others.
 */
export async function takeLimits(db: Db | Tx, limits: Limit[]): Promise<Taken> {
  const { rows } = await sql<{ used: number; counted: number }>`
    with asked as (
      select place, key, make_interval(secs => cost) as cost, make_interval(secs => capacity) as capacity
      from unnest(${limits.map(({ key }) => key)}::bytea[], ${limits.map(({ cost }) => cost)}::float8[],
        ${limits.map(({ capacity }) => capacity)}::float8[]) with ordinality as a (key, cost, capacity, place)),
    found as (
      select a.*, greatest(coalesce(l.used_until, now()), now()) as used_until
      from asked a left join checkout_limits l on l.key = a.key),
    counted as (
      insert into checkout_limits as l (key, used_until)
      select key, now() + cost from found
      where not exists (select from found where used_until + cost > now() + capacity)
      order by key -- so that concurrent calls cannot deadlock
      on conflict (key) do update set used_until = greatest(l.used_until, now()) + (excluded.used_until - now())
      where greatest(l.used_until, now()) + (excluded.used_until - now())
        <= now() + (select capacity from asked where asked.key = excluded.key)
      returning 1)
    select extract(epoch from used_until - now())::float8 as used, (select count(*) from counted)::integer as counted
    from found order by place`.execute(db)
  return { isTaken: rows[0]?.counted === limits.length, used: rows.map(({ used }) => used) }
}

/** Deletes what is not used any more. */
export async function cleanLimits(db: Db): Promise<void> {
  await sql`delete from checkout_limits where used_until < now()`.execute(db)
}
