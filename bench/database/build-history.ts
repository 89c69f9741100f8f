import { fillDatabase } from './fill-database.ts'
import { createSqlFunctions } from './sql-functions.ts'

export type History = {
  stores: number
  /** The stores that have pending deliveries, each the same number. */
  busyStores: number
  pending: number
  finished: number
  months: number
}

/** How many pending deliveries a busy store has. */
export const PENDING_PER_BUSY_STORE = 2
const MONTHS = 24
const ROWS_PER_STATEMENT = 50_000
const WEEK_MS = 7 * 24 * 3600 * 1000
const MONTH_MS = 30 * 24 * 3600 * 1000

/** The products of a delivery, as an SQL literal. */
export const PRODUCTS = `'[{"id":"prd_01k9x4c8v3fq6t2m7n5w0y1z2a","name":"VIP Gold","price":19.9,"quantity":1,"commands":["addvip {userId} gold"]}]'`

/** Without `finished`, the ledger is almost empty. Without `pending`, every hundredth store is busy. */
export function planHistory({ stores, finished = MONTHS, pending }: Partial<History> & { stores: number }): History {
  const busyStores = pending === undefined ? Math.ceil(stores / 100) : pending / PENDING_PER_BUSY_STORE
  if (!Number.isInteger(busyStores) || busyStores < 1 || busyStores >= stores || finished < MONTHS) {
    throw new Error(
      `--finished must be at least ${MONTHS}, and --pending an even number of less than twice the number of stores`,
    )
  }
  return { stores, busyStores, pending: busyStores * PENDING_PER_BUSY_STORE, finished, months: MONTHS }
}

/** The key of the one server of store `n`. */
export function serverKey(n: number): string {
  return `bench-key-${String(n).padStart(12, '0')}`
}

/** The hash of `serverKey(n)`, as an SQL expression. */
export function serverKeyHash(n: string): string {
  return `sha256(convert_to('bench-key-' || lpad((${n})::text, 12, '0'), 'UTF8'))`
}

/** Fills a migrated database as years of sales would: ids contain their time, and each finished delivery is in its month. */
export async function buildHistory(url: string, history: History, label: string): Promise<void> {
  const { months } = history
  await fillDatabase(url, label, [
    `select make_ledger_partitions(now() - interval '${months} months', ${months})`,
    createFunctions(history),
    insertStores(history),
    insertPending(history),
    insertFinished(history),
  ])
}

function createFunctions({ stores, pending, months }: History): string {
  const now = Date.now()
  const beginMs = now - months * MONTH_MS
  const immutable = 'language sql immutable parallel safe return'
  const createdMs = `${beginMs} + n * ${now - beginMs} / ${stores}`
  return `${createSqlFunctions({ seed: 1, beginMs })}
    create function bench.store(n bigint) returns uuid ${immutable} bench.id(${createdMs}, 'sto', n);
    create function bench.server(n bigint) returns uuid ${immutable} bench.id(${createdMs}, 'srv', n);
    create function bench.pending_ms(n bigint) returns bigint ${immutable}
      ${now - WEEK_MS} + n * ${WEEK_MS} / ${Math.max(pending, 1)};`
}

function insertStores({ stores }: History): string[] {
  return inBatches(1, stores).flatMap(({ from, to }) => {
    const numbers = `generate_series(${from}, ${to}) n`
    return [
      `insert into stores (id, name, plan, url, currency, default_server_id)
       select bench.store(n), 'Store ' || n, 'BASIC', 's' || n || '.example', 'BRL', bench.server(n) from ${numbers}`,
      `insert into game_servers (store_id, id, name, profile, port, address, initialized_at, last_seen_at)
       select bench.store(n), bench.server(n), 'lobby', 'standard', 30120, '203.0.113.7', now(), now() from ${numbers}`,
      `insert into server_keys (store_id, id, server_id, key_hash, hint, source)
       select bench.store(n), bench.id(${Date.now()}, 'key', n), bench.server(n), ${serverKeyHash('n')},
         '…' || right(n::text, 4), 'imported' from ${numbers}`,
    ]
  })
}

/** The busy stores take turns, so the rows of one store are not adjacent. */
function insertPending({ pending, busyStores }: History): string[] {
  return inBatches(1, pending).flatMap(({ from, to }) => {
    const sales = `(select n, 1 + (n - 1) % ${busyStores} as store, bench.pending_ms(n) as ms from generate_series(${from}, ${to}) n) sales`
    return [
      `insert into checkouts (store_id, id, game_user_id, currency, state, created_at, paid_at)
       select bench.store(store), bench.id(ms, 'chk', n), n::text, 'BRL', 'paid', bench.time(ms), bench.time(ms) from ${sales}`,
      `insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, products, created_at, dispatched_at)
       select bench.store(store), bench.id(ms, 'cmd', n), bench.server(store), bench.id(ms, 'chk', n), n::text, 'APPROVE', '{1}', ${PRODUCTS},
         bench.time(ms), bench.time(ms) from ${sales}`,
    ]
  })
}

/** Inserts into the partitions directly, which is faster than through the partitioned table. */
function insertFinished({ finished, months, stores }: History): string[] {
  const perMonth = Math.ceil(finished / months)
  return Array.from({ length: months }, (_, i) => i).flatMap((i) => {
    const first = i * perMonth + 1
    const { partition, beginMs, lengthMs } = monthsAgo(i + 1)
    return inBatches(first, Math.min(finished, first + perMonth - 1)).map(
      ({ from, to }) =>
        `insert into ${partition} (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
           created_at, dispatched_at, state, finished_at)
         select bench.store(store), bench.id(ms, 'fin', n), bench.server(store), n, bench.id(ms, 'old', n), n::text, 'APPROVE', '{1}', 1, ${PRODUCTS},
           bench.time(ms), bench.time(ms), 'processed', bench.time(ms)
         from (select n, 1 + n * 7919 % ${stores} as store, ${beginMs} + (n - ${first}) * ${lengthMs} / ${perMonth} as ms
               from generate_series(${from}::bigint, ${to}) n) sales`,
    )
  })
}

function monthsAgo(count: number): { partition: string; beginMs: number; lengthMs: number } {
  const now = new Date()
  const startOf = (ago: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)
  const beginMs = startOf(count)
  const month = new Date(beginMs).toISOString().slice(0, 7).replace('-', '_')
  return { partition: `delivery_ledger_${month}`, beginMs, lengthMs: startOf(count - 1) - beginMs }
}

function inBatches(first: number, last: number): { from: number; to: number }[] {
  const count = Math.max(0, Math.ceil((last - first + 1) / ROWS_PER_STATEMENT))
  return Array.from({ length: count }, (_, i) => {
    const from = first + i * ROWS_PER_STATEMENT
    return { from, to: Math.min(last, from + ROWS_PER_STATEMENT - 1) }
  })
}
