import pg from 'pg'
import { startProgress } from '../e2e/kit/progress.ts'

export type History = {
  stores: number
  /** Of these stores something waits, equally much in each. */
  busyStores: number
  pending: number
  finished: number
  months: number
}

type Step = { text: string; rows: number }

const BATCH = 50_000
const CONNECTIONS = 2
const WEEK_MS = 7 * 24 * 3600 * 1000
const CONTENT = `'[{"id":"prd_01k9x4c8v3fq6t2m7n5w0y1z2a","name":"VIP Gold","price":19.9,"quantity":1,"commands":["addvip {userId} gold"]}]'`

/** The key of the n-th store's one server. */
export function keyOf(store: number): string {
  return `bench-key-${String(store).padStart(12, '0')}`
}

/**
 * Fills a migrated database as years of trade would leave it: ids carry their time, every finished command
 * lies in its month. Foreign keys are not checked while rows go in, but what they name exists.
 */
export async function buildHistory(url: string, history: History, label: string): Promise<void> {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    options: '-c session_replication_role=replica -c synchronous_commit=off',
  })
  try {
    await pool.query('select make_ledger_partitions(now() - make_interval(months => $1), $1)', [history.months])
    await pool.query(functions(history))
    const progress = startProgress(label, history.stores * 3 + history.pending * 2 + history.finished)
    for (const steps of [storeSteps(history), pendingSteps(history), await finishedSteps(pool, history)]) {
      await runAll(pool, steps, progress.add)
    }
    progress.done()
    await settle(pool)
  } finally {
    await pool.end()
  }
}

/** Ids that can be named by number, from SQL and so from every batch alike. */
function functions({ stores, pending, months }: History): string {
  const now = Date.now()
  const begin = now - months * 30 * 24 * 3600 * 1000
  const weekAgo = now - WEEK_MS
  const pure = 'language sql immutable parallel safe return'
  return `
    create schema bench;
    create function bench.id(ms bigint, kind text, n bigint) returns uuid ${pure}
      overlay(overlay(lpad(to_hex(ms), 12, '0') || substr(md5(kind || n), 1, 20) placing '7' from 13) placing '8' from 17)::uuid;
    create function bench.store(n bigint) returns uuid ${pure}
      bench.id(${begin} + n * ${now - begin} / ${stores}, 'sto', n);
    create function bench.server(n bigint) returns uuid ${pure}
      bench.id(${begin} + n * ${now - begin} / ${stores}, 'srv', n);
    create function bench.waiting_ms(n bigint) returns bigint ${pure} ${weekAgo} + n * ${WEEK_MS} / ${Math.max(pending, 1)};
    create function bench.moment(ms bigint) returns timestamptz ${pure} to_timestamp(ms / 1000.0)`
}

function storeSteps({ stores }: History): Step[] {
  return batches(1, stores).flatMap(({ from, to }) => {
    const numbers = `generate_series(${from}, ${to}) n`
    const rows = to - from + 1
    return [
      `insert into stores (id, name, plan, url, currency, default_server_id)
       select bench.store(n), 'Store ' || n, 'BASIC', 's' || n || '.example', 'BRL', bench.server(n) from ${numbers}`,
      `insert into game_servers (store_id, id, name, profile, port, address, initialized_at, last_seen_at)
       select bench.store(n), bench.server(n), 'lobby', 'standard', 30120, '203.0.113.7', now(), now() from ${numbers}`,
      `insert into server_keys (store_id, id, server_id, key_hash, hint, source)
       select bench.store(n), bench.id(${Date.now()}, 'key', n), bench.server(n),
         sha256(convert_to('bench-key-' || lpad(n::text, 12, '0'), 'UTF8')), '…' || right(n::text, 4), 'imported' from ${numbers}`,
    ].map((text) => ({ text, rows }))
  })
}

/** Each round of numbers gives every busy store one more element, as trade would: a store's rows do not lie together. */
function pendingSteps({ pending, busyStores }: History): Step[] {
  return batches(1, pending).flatMap(({ from, to }) => {
    const numbers = `(select n, 1 + (n - 1) % ${busyStores} as store, bench.waiting_ms(n) as ms from generate_series(${from}, ${to}) n) w`
    const rows = to - from + 1
    return [
      `insert into checkouts (store_id, id, game_user_id, currency, state, created_at, paid_at)
       select bench.store(store), bench.id(ms, 'chk', n), n::text, 'BRL', 'paid', bench.moment(ms), bench.moment(ms) from ${numbers}`,
      `insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, products, created_at, dispatched_at)
       select bench.store(store), bench.id(ms, 'cmd', n), bench.server(store), bench.id(ms, 'chk', n), n::text, 'APPROVE', '{1}', ${CONTENT},
         bench.moment(ms), bench.moment(ms) from ${numbers}`,
    ].map((text) => ({ text, rows }))
  })
}

/** Straight into the months: what the router of a partitioned table would do with every row is known beforehand. */
async function finishedSteps(pool: pg.Pool, { finished, months, stores }: History): Promise<Step[]> {
  const { rows } = await pool.query<{ name: string; begin: string; length: string }>(
    `select 'delivery_ledger_' || to_char(month, 'YYYY_MM') as name,
       (extract(epoch from month) * 1000)::bigint::text as begin,
       (extract(epoch from (month + interval '1 month') - month) * 1000)::bigint::text as length
     from (select date_trunc('month', now() at time zone 'UTC') - make_interval(months => m) as month
           from generate_series(1, $1) m) months`,
    [months],
  )
  const perMonth = Math.ceil(finished / months)
  return rows.flatMap(({ name, begin, length }, month) => {
    const last = Math.min(finished, (month + 1) * perMonth)
    return batches(month * perMonth + 1, last).map(({ from, to }) => ({
      rows: to - from + 1,
      text: `insert into ${name} (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
          created_at, dispatched_at, state, finished_at)
        select bench.store(store), bench.id(ms, 'fin', n), bench.server(store), n, bench.id(ms, 'old', n), n::text, 'APPROVE', '{1}', 1, ${CONTENT},
          bench.moment(ms), bench.moment(ms), 'processed', bench.moment(ms)
        from (select n, 1 + n * 7919 % ${stores} as store, ${begin} + (n - ${month * perMonth + 1}) * ${length} / ${perMonth} as ms
              from generate_series(${from}::bigint, ${to}) n) f`,
    }))
  })
}

function batches(first: number, last: number): { from: number; to: number }[] {
  const count = Math.max(0, Math.ceil((last - first + 1) / BATCH))
  return Array.from({ length: count }, (_, i) => {
    const from = first + i * BATCH
    return { from, to: Math.min(last, from + BATCH - 1) }
  })
}

async function runAll(pool: pg.Pool, steps: Step[], done: (rows: number) => void): Promise<void> {
  const queue = [...steps]
  const work = async () => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      await pool.query(step.text)
      done(step.rows)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
}

/** What autovacuum would have done by now, done at once, so that it does not run into the measurement. */
async function settle(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  await runAll(
    pool,
    rows.map(({ name }) => ({ text: `vacuum (analyze) ${name}`, rows: 0 })),
    () => undefined,
  )
  await pool.query('checkpoint')
}
