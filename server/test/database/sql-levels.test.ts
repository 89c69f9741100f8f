import { expect, test } from 'vitest'
import { findLevelFaults } from '../../../scripts/sql/find-level-faults.ts'

const LEVELS = [['db'], ['stores'], ['delivery', 'access'], ['checkouts']]
const TABLES = [
  { path: 'server/migrations/0002_stores.sql', text: 'create table stores (id uuid primary key);' },
  { path: 'server/migrations/0003_delivery.sql', text: 'create table pending_deliveries (products text);' },
  { path: 'server/migrations/0004_access.sql', text: 'create table audit_log (id uuid);' },
  {
    path: 'server/migrations/0005_checkouts.sql',
    text: 'create table checkouts (id uuid);\ncreate table lines (id uuid);',
  },
  {
    path: 'server/src/checkouts/total-of.sql',
    text: 'create or replace function total_of(checkout uuid) returns bigint language sql as $$ select 1 from lines $$;',
  },
]

const faultsOf = (path: string, text: string) =>
  findLevelFaults([...TABLES, { path, text }], LEVELS).map((fault) => fault.replace(`${path}:`, ''))
const inDelivery = (text: string) => faultsOf('server/src/delivery/read.ts', text)

const HIGHER = 'which is on a higher level. Move the SQL to a room above checkouts.'

test.for([
  ['an sql template', 'const a = sql`\n  select id\n  from checkouts where id = ${id}`', 3],
  ['a join', 'sql`select 1 from pending_deliveries p join checkouts c on true`', 1],
  ['a list of tables', 'sql`select 1 from pending_deliveries p, checkouts c`', 1],
  ['a nested template', 'sql`select 1 ${isPaid ? sql`from checkouts` : sql``}`', 1],
  ['a statement in a string', "const STATEMENT = 'select id from checkouts'", 1],
  ['a call of Kysely', "tx\n  .selectFrom('checkouts as c')\n  .select('id')", 2],
  ['a join of Kysely', "tx.selectFrom('pending_deliveries').innerJoin('checkouts', 'a', 'b')", 1],
  ['an update', 'sql`update checkouts set id = ${id}`', 1],
  ['a name as regclass', "sql`select 'checkouts'::regclass`", 1],
] as const)('%s that uses a table of a higher room is a fault', ([, text, line]) => {
  expect(inDelivery(text)).toEqual([`${line}: delivery uses the table checkouts of checkouts, ${HIGHER}`])
})

test('a call of a function of a higher room is a fault', () => {
  expect(inDelivery('sql`select total_of(${id})`')).toEqual([
    `1: delivery uses the function total_of of checkouts, ${HIGHER}`,
  ])
})

test('a table of a room on the same level is a fault', () => {
  expect(inDelivery('sql`select id from audit_log`')).toEqual([
    '1: delivery uses the table audit_log of access, which is on the same level. Move the SQL to a room above access.',
  ])
})

test('SQL files and migrations are checked as well', () => {
  const text = 'create or replace function f() returns void language sql as $$\n  delete from checkouts\n$$;'
  expect(faultsOf('server/src/stores/f.sql', text)).toEqual([
    `2: stores uses the table checkouts of checkouts, ${HIGHER}`,
  ])
  expect(faultsOf('server/migrations/0006_stores_more.sql', 'alter table checkouts add x int;')).toHaveLength(1)
})

test('own and lower tables, comments, columns and common table expressions are no faults', () => {
  expect(inDelivery('sql`select products from pending_deliveries join stores on true`')).toEqual([])
  expect(inDelivery('sql`select 1 -- not from checkouts\n from stores`')).toEqual([])
  expect(inDelivery('sql`with checkouts as (select 1) select from checkouts`')).toEqual([])
  expect(inDelivery("throw new Error('Nothing came from checkouts')")).toEqual([])
  expect(faultsOf('server/src/main.ts', "tx.selectFrom('checkouts')")).toEqual([])
})
