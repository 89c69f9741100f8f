export type Sizes = { finished: number; waiting: number; servers: number; months: number }

/** `:n` in a poll numbers a server, in a report an element that waits. */
export type Design = {
  name: string
  build: (sizes: Sizes) => string[]
  poll: string
  report: string
  /** How many are left. */
  left: string
}

const STORE = (n: string) => `md5('store' || ${n})::uuid`
const SERVER = (n: string) => `md5('server' || ${n})::uuid`
const CONTENT = `'[{"id":"prd_01k9x4c8v3fq6t2m7n5w0y1z2a","name":"VIP Gold","price":19.9,"quantity":1,"commands":["addvip {userId} gold"]}]'`

// All fixed, so that a planner can compute them: a report must find its month as it does when the id comes as a parameter.
const BEGIN_MS = Date.UTC(2025, 0, 1)
const MONTH_MS = 30 * 24 * 3600 * 1000
const idAt = (ms: string, n: string) =>
  `(lpad(to_hex((${ms})::bigint), 12, '0') || '70008000' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`
const waitingId = (months: number, n: string) => idAt(`${BEGIN_MS + months * MONTH_MS}`, n)

const COLUMNS = `store_id uuid not null, id uuid not null, server_id uuid not null, position bigint not null, checkout_id uuid not null,
  game_user_id text not null, delivery_type text not null, line_nos smallint[] not null, products text not null,
  created_at timestamptz not null, dispatched_at timestamptz`
const SHOWN = 'id, position, checkout_id, game_user_id, delivery_type, dispatched_at is not null as offered, products'
const MINE = `store_id = ${STORE(':n')} and server_id = ${SERVER(':n')}`

/** Finished rows lie in the months before, waiting rows in the last one: the best case for a single table. */
const finishedRows = ({ finished, servers, months }: Sizes, columns: string) => `
  select ${STORE('s')}, ${idAt(`${BEGIN_MS} + n * ${months * MONTH_MS} / ${finished}`, 'n')}, ${SERVER('s')}, n, md5('chk' || n)::uuid, n::text, 'APPROVE',
    '{1}'::smallint[], ${CONTENT}, now(), now(), ${columns}
  from (select n, 1 + n * 7919 % ${servers} as s from generate_series(0::bigint, ${finished - 1}) n) f`
const waitingRows = ({ waiting, servers, months }: Sizes) => `
  select ${STORE('s')}, ${waitingId(months, 'n')}, ${SERVER('s')}, ${10 ** 9} + n, md5('new' || n)::uuid, n::text, 'APPROVE', '{1}'::smallint[], ${CONTENT}, now(), now()
  from (select n, 1 + n % ${servers} as s from generate_series(1::bigint, ${waiting}) n) w`

const partitionsOf = (table: string, months: number) =>
  Array.from({ length: months + 1 }, (_, i) => {
    const bound = (month: number) => idAt(`${BEGIN_MS + month * MONTH_MS}`, '0')
    return `create table ${table}_${i} partition of ${table} for values from (${bound(i)}) to (${bound(i + 1)})`
  })

export const DESIGNS: Design[] = [
  {
    name: 'one partitioned table, a partial index on what waits',
    build: (sizes) => [
      `create table commands (${COLUMNS}, state text not null, finished_at timestamptz, primary key (store_id, id)) partition by range (id)`,
      `create index on commands (store_id, server_id, position) where state = 'pending'`,
      `create index on commands (store_id, checkout_id)`,
      ...partitionsOf('commands', sizes.months),
      `insert into commands ${finishedRows(sizes, `'processed', now()`)}`,
      `insert into commands select w.*, 'pending', null from (${waitingRows(sizes)}) w`,
    ],
    left: `select count(*)::integer as left from commands where state = 'pending'`,
    poll: `select ${SHOWN} from commands where ${MINE} and state = 'pending' order by position limit 1001`,
    report: `update commands set state = 'processed', finished_at = now()
      where store_id = :store and server_id = :server and id = :id and state = 'pending' returning finished_at`,
  },
  {
    name: 'a table of what waits beside a partitioned ledger',
    build: (sizes) => [
      `create table waiting (${COLUMNS}, primary key (store_id, id)) with (fillfactor = 80)`,
      `create index on waiting (store_id, server_id, position)`,
      `create index on waiting (store_id, checkout_id)`,
      `create table ledger (${COLUMNS}, state text not null, finished_at timestamptz default now(), primary key (store_id, id)) partition by range (id)`,
      `create index on ledger (store_id, checkout_id)`,
      ...partitionsOf('ledger', sizes.months),
      `insert into ledger ${finishedRows(sizes, `'processed', now()`)}`,
      `insert into waiting ${waitingRows(sizes)}`,
    ],
    left: 'select count(*)::integer as left from waiting',
    poll: `select ${SHOWN} from waiting where ${MINE} order by position limit 1001`,
    report: `with done as (delete from waiting where store_id = :store and id = :id and server_id = :server returning *)
      insert into ledger select done.*, 'processed' from done returning finished_at`,
  },
]

/** A statement about the element with the number in the pgbench variable `n`. */
export function forElement(statement: string, { servers, months }: Sizes): string {
  const owner = `(1 + :n % ${servers})`
  return statement
    .replace(':store', STORE(owner))
    .replace(':server', SERVER(owner))
    .replace(':id', waitingId(months, ':n'))
}
