import pg from 'pg'
import { expect } from 'vitest'
import { expireDue } from '../src/entitlements/expire-due.ts'
import type { GameServerId, ProductId, StoreId } from '../src/ids.ts'
import { verify } from '../src/verify/verify.ts'
import type { startStore } from './start-store.ts'

export type TestStore = Awaited<ReturnType<typeof startStore>>

type Row = { type: string; server_id: string | null; lines: number[]; state: string }

/**
 * All deliveries of a store, pending and finished, in queue order, as `APPROVE[1,2] A waiting`. The caller names the
 * servers; `-` means no server. The state is `waiting`, `dispatched`, `processed`, `cancelled by refund` or
 * `cancelled by operator`.
 */
export async function deliveriesOf(
  store: TestStore,
  storeId: StoreId,
  servers: Record<string, GameServerId>,
): Promise<string[]> {
  const rows = await store.query<Row>(
    `select type, server_id, lines, state from (
      select position, id, delivery_type as type, server_id, line_nos as lines,
        case when dispatched_at is null then 'waiting' else 'dispatched' end as state
      from pending_deliveries where store_id = $1
      union all
      select position, id, delivery_type, server_id, line_nos,
        case state when 'cancelled' then 'cancelled by ' || cancelled_by else state end
      from delivery_ledger where store_id = $1) deliveries order by position, id`,
    [storeId],
  )
  const names = new Map(Object.entries(servers).map(([name, id]) => [id as string, name]))
  return rows.map(
    ({ type, server_id: id, lines, state }) =>
      `${type}[${lines.join(',')}] ${id === null ? '-' : (names.get(id) ?? id)} ${state}`,
  )
}

export type RunningEntitlement = { player: string; seconds: number | 'for ever' }

/** The running entitlements to a product. Remaining seconds are rounded to ten, because a busy machine is slow. */
export async function entitlementsOf(
  store: TestStore,
  storeId: StoreId,
  productId: ProductId,
): Promise<RunningEntitlement[]> {
  const rows = await store.query<{ player: string; seconds: number | null }>(
    `select game_user_id as player,
      case when until < 'infinity' then round(extract(epoch from until - now()), -1)::integer end as seconds
     from entitlements where store_id = $1 and product_id = $2 and ended_at is null order by game_user_id, until`,
    [storeId, productId],
  )
  return rows.map(({ player, seconds }) => ({ player, seconds: seconds ?? ('for ever' as const) }))
}

/** Simulates that time passes for a store: moves the purchases and the ends of its running entitlements into the past. */
export async function passTime(store: TestStore, storeId: StoreId, seconds: number): Promise<void> {
  await store.query(
    `with held as (
       update entitlements set until = until - make_interval(secs => $2) where store_id = $1 and ended_at is null
       returning store_id, id)
     update grants g set granted_at = g.granted_at - make_interval(secs => $2)
     from held where g.store_id = held.store_id and g.entitlement_id = held.id`,
    [storeId, seconds],
  )
}

export async function expire(store: TestStore): Promise<number> {
  return expireDue(store.database.app, store.database.reader)
}

/** Runs `verify` and expects no violation. Most tests end with it. */
export async function expectNoViolations(store: TestStore): Promise<void> {
  expect((await verify(store.database.reader)).examples).toEqual([])
}

/** Resolves when exactly `count` statements of this database wait for a lock. */
export async function untilWaiting(store: Pick<TestStore, 'query'>, count: number): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await store.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).length,
      { interval: 5, timeout: 1_900 },
    )
    .toBe(count)
}

/** Locks rows in a separate transaction until `release` is called, so that other statements wait for them. */
export async function holdRows(
  store: Pick<TestStore, 'databaseUrl'>,
  text: string,
  values: unknown[],
): Promise<{ release: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: store.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(text, values)
  return {
    release: async () => {
      await client.query('commit')
      await client.end()
    },
  }
}

/** Expects exactly one item and returns it. */
export function only<T>(items: readonly T[]): T {
  expect(items).toHaveLength(1)
  return items[0] as T
}
