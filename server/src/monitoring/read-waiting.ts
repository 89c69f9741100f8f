import { sql } from 'kysely'
import type { ReaderDb } from '../db/database.ts'

/** How far into the queue of a server the oldest delivery that can run is searched. Those before it wait for their players. */
const MAX_PLACES = 50
/** How many servers are searched, those with the oldest deliveries first. */
const MAX_SERVERS = 200
/** Counts stop here. */
const MAX_COUNTED = 10_000

export type DeadLetters = { failed: number; uncertain: number; withdrawn: number; reported_late: number }
export type GameServers = { seen: number; silent: number; never: number }

/**
 * The age of the oldest delivery that its game server could run now: the server calls, the player need not be in the game, and
 * nothing before it has to run first. The query moves through an index from one server that has such deliveries to the next, so
 * neither the length of queues nor the number of other servers matters.
 */
export async function readOldestDelivery(reader: ReaderDb): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    with recursive heads as (
      (select store_id, server_id, created_at from pending_deliveries
       where hold_reason is null and retry_at is null and not requires_online
       order by store_id, server_id, created_at limit 1)
      union all
      select p.store_id, p.server_id, p.created_at
      from heads h cross join lateral (
        select store_id, server_id, created_at from pending_deliveries
        where hold_reason is null and retry_at is null and not requires_online
          and (store_id, server_id) > (h.store_id, h.server_id)
        order by store_id, server_id, created_at limit 1) p),
    servers as (
      select g.store_id, g.id, g.profile
      from heads h cross join lateral (
        select store_id, id, profile from game_servers
        where store_id = h.store_id and id = h.server_id and last_seen_at >= now() - interval '10 minutes' limit 1) g
      order by h.created_at limit ${MAX_SERVERS})
    select coalesce(extract(epoch from now() - min(ready.created_at)), 0)::float8 as seconds
    from servers g cross join lateral (
      select created_at from (
        select created_at, position, waits, coalesce(bool_or(waits) over (
          partition by game_user_id order by position rows between unbounded preceding and 1 preceding), false) as is_behind
        from (
          select p.created_at, p.position, p.game_user_id, p.requires_online or p.retry_at is not null
            or g.profile = 'mta' and p.delivery_type <> 'APPROVE' as waits
          from pending_deliveries p
          where p.store_id = g.store_id and p.server_id = g.id and p.hold_reason is null
          order by p.position limit ${MAX_PLACES}) first_places) places
      where not waits and not is_behind
      order by position limit 1) ready`.execute(reader)
  return rows[0]?.seconds ?? 0
}

/** Deliveries that wait for a decision of the staff. Indexes contain only these, however long the history is. */
export async function countDeadLetters(reader: ReaderDb): Promise<DeadLetters> {
  const { rows } = await sql<DeadLetters>`
    select count(*) filter (where hold_reason = 'failed')::integer as failed,
      count(*) filter (where hold_reason = 'uncertain')::integer as uncertain,
      count(*) filter (where hold_reason = 'withdrawn')::integer as withdrawn,
      (select count(*) from (
        select from delivery_ledger where late_report_at is not null and late_report_resolved_at is null
        order by store_id, id limit ${MAX_COUNTED}) late)::integer as reported_late
    from (
      select hold_reason from pending_deliveries where hold_reason is not null
      order by store_id, id limit ${MAX_COUNTED}) held`.execute(reader)
  return rows[0] ?? { failed: 0, uncertain: 0, withdrawn: 0, reported_late: 0 }
}

/** Reads all servers, which are few compared with their deliveries. */
export async function countGameServers(reader: ReaderDb): Promise<GameServers> {
  const { rows } = await sql<GameServers>`
    select count(*) filter (where last_seen_at >= now() - interval '10 minutes')::integer as seen,
      count(*) filter (where last_seen_at < now() - interval '10 minutes')::integer as silent,
      count(*) filter (where last_seen_at is null)::integer as never
    from game_servers`.execute(reader)
  return rows[0] ?? { seen: 0, silent: 0, never: 0 }
}

/** Silent servers that have deliveries to fetch. After a week, a server is taken for abandoned. */
export async function countSilentWithDeliveries(reader: ReaderDb): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from game_servers g cross join lateral (
      select from pending_deliveries p
      where p.store_id = g.store_id and p.server_id = g.id and p.hold_reason is null
      order by p.position limit 1) waiting
    where g.last_seen_at < now() - interval '10 minutes' and g.last_seen_at > now() - interval '7 days'`.execute(reader)
  return rows[0]?.count ?? 0
}

/** E-mails that were not sent yet, and the age of the oldest. */
export async function readWaitingMails(reader: ReaderDb): Promise<{ count: number; oldestSeconds: number }> {
  const { rows } = await sql<{ count: number; oldestSeconds: number }>`
    select count(*)::integer as count,
      coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds"
    from (select created_at from mails where next_at is not null order by next_at limit ${MAX_COUNTED}) waiting`.execute(
    reader,
  )
  return rows[0] ?? { count: 0, oldestSeconds: 0 }
}
