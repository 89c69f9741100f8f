import { fillDatabase } from './fill-database.ts'
import { createSqlFunctions, PURE } from './sql-functions.ts'

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
const DAY_MS = 24 * 3600 * 1000
const WEEK_MS = 7 * DAY_MS
const MONTH_MS = 30 * DAY_MS

/** The products of a delivery, as an SQL literal. */
const PRODUCTS = `'[{"id":"prd_01k9x4c8v3fq6t2m7n5w0y1z2a","name":"VIP Gold","price":19.9,"quantity":1,"commands":["addvip {userId} gold"]}]'`

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

/** One poll in this many finds deliveries. */
export const POLLS_PER_BUSY = 100
/** A large prime, so that polls visit all stores, in an order that differs from that of the tables. */
const STRIDE = 104_729

/** The store that sends poll number `i`: one busy store, then 99 others, and so on. The busy stores have the first numbers. */
export function storeOfPoll(i: number, { stores, busyStores }: History): number {
  const cycle = Math.floor(i / POLLS_PER_BUSY)
  if (i % POLLS_PER_BUSY === 0) return 1 + ((cycle * STRIDE) % busyStores)
  return 1 + busyStores + (((i - cycle - 1) * STRIDE) % (stores - busyStores))
}

const KEY_PREFIX = 'bench-key-'

/** The key of the one server of store `n`. */
export function serverKey(n: number): string {
  return `${KEY_PREFIX}${String(n).padStart(12, '0')}`
}

/** Fills a migrated database as years of sales would: ids contain their time, and each finished delivery is in its month. */
export async function buildHistory(url: string, history: History, label: string): Promise<void> {
  const { months, stores, pending, busyStores } = history
  await fillDatabase(url, label, [
    `select make_ledger_partitions(now() - interval '${months} months', ${months})`,
    createFunctions(history),
    insertStores(stores),
    insertPending(1, pending, busyStores),
    insertFinished(history),
  ])
}

function createFunctions({ stores, pending, months }: History): string {
  const now = Date.now()
  const beginMs = now - months * MONTH_MS
  const createdMs = `${beginMs} + n * ${now - beginMs} / ${stores}`
  const soldMs = `${now - WEEK_MS} + n * ${WEEK_MS} / ${Math.max(pending, 1)}`
  return `${createSqlFunctions({ seed: 1, beginMs })}
    create function bench.store(n bigint) returns uuid ${PURE} bench.id(${createdMs}, 'sto', n);
    create function bench.server(n bigint) returns uuid ${PURE} bench.id(${createdMs}, 'srv', n);
    create function bench.checkout(n bigint) returns uuid ${PURE} bench.id(${soldMs}, 'chk', n);
    create function bench.delivery(n bigint) returns uuid ${PURE} bench.id(${soldMs}, 'cmd', n);
    create function bench.sold_at(n bigint) returns timestamptz ${PURE} bench.time(${soldMs});`
}

/** Each store has one server with one key. */
export function insertStores(stores: number): string[] {
  return inBatches(1, stores).flatMap(({ from, to }) => {
    const numbers = `generate_series(${from}, ${to}) n`
    return [
      `insert into stores (id, name, plan, url, currency, default_server_id)
       select bench.store(n), 'Store ' || n, 'BASIC', 's' || n || '.example', 'BRL', bench.server(n) from ${numbers}`,
      `insert into game_servers (store_id, id, name, profile, port, address, initialized_at, last_seen_at)
       select bench.store(n), bench.server(n), 'lobby', 'standard', 30120, '203.0.113.7', now(), now() from ${numbers}`,
      `insert into server_keys (store_id, id, server_id, key_hash, hint, source)
       select bench.store(n), bench.server(n), bench.server(n), sha256(convert_to('${KEY_PREFIX}' || lpad(n::text, 12, '0'), 'UTF8')),
         '…' || right(n::text, 4), 'imported' from ${numbers}`,
    ]
  })
}

/** Inserts dispatched deliveries. The stores take turns, so the rows of one store are not adjacent. */
export function insertPending(first: number, last: number, stores: number): string[] {
  return inBatches(first, last).flatMap(({ from, to }) => {
    const sales = `(select n, 1 + (n - 1) % ${stores} as store from generate_series(${from}::bigint, ${to}) n) sales`
    return [
      `insert into checkouts (store_id, id, game_user_id, currency, state, created_at, paid_at)
       select bench.store(store), bench.checkout(n), n::text, 'BRL', 'paid', bench.sold_at(n), bench.sold_at(n) from ${sales}`,
      `insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, products, created_at, dispatched_at)
       select bench.store(store), bench.delivery(n), bench.server(store), bench.checkout(n), n::text, 'APPROVE', '{1}', ${PRODUCTS},
         bench.sold_at(n), bench.sold_at(n) from ${sales}`,
    ]
  })
}

/** In the order of time, up to the last month. */
function insertFinished({ finished, months, stores }: History): string[] {
  const endMs = Date.now() - 31 * DAY_MS
  const lengthMs = (months - 1) * MONTH_MS
  return inBatches(1, finished).map(
    ({ from, to }) =>
      `insert into delivery_ledger (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
         created_at, dispatched_at, state, finished_at)
       select bench.store(store), bench.id(ms, 'fin', n), bench.server(store), n, bench.id(ms, 'old', n), n::text, 'APPROVE', '{1}', 1, ${PRODUCTS},
         bench.time(ms), bench.time(ms), 'processed', bench.time(ms)
       from (select n, 1 + n * 7919 % ${stores} as store, ${endMs - lengthMs} + n * ${lengthMs} / ${finished} as ms
             from generate_series(${from}::bigint, ${to}) n) sales`,
  )
}

export function inBatches(first: number, last: number): { from: number; to: number }[] {
  const count = Math.max(0, Math.ceil((last - first + 1) / ROWS_PER_STATEMENT))
  return Array.from({ length: count }, (_, i) => {
    const from = first + i * ROWS_PER_STATEMENT
    return { from, to: Math.min(last, from + ROWS_PER_STATEMENT - 1) }
  })
}
