import { randomBytes } from 'node:crypto'
import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { saveProduct } from '../../src/catalog/save-product.ts'
import { refund } from '../../src/checkouts/reverse/refund.ts'
import { sell } from '../../src/checkouts/buy/sell.ts'
import { checkDatabase } from '../../src/setup/check-database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { readFunctions, readMigrations, SQL_FOLDERS } from '../../src/db/migration-files.ts'
import { migrate } from '../../src/setup/migrate.ts'
import { addGameServer } from '../../src/delivery/add-game-server.ts'
import { createDeliveryQueue } from '../../src/delivery/queue/delivery-queue.ts'
import { markProcessed } from '../../src/delivery/ledger/mark-processed.ts'
import { expireDue } from '../../src/entitlements/expire-due.ts'
import { createStore } from '../../src/stores/create-store.ts'
import { verify } from '../../src/verify/verify.ts'
import { rememberKey } from '../start-store.ts'
import { copySql, createEmptyDatabase, createMigratedDatabase } from './empty-database.ts'

const clusters: Cluster[] = []
afterAll(async () => {
  for (const cluster of clusters) await cluster.stop()
})

const MIGRATIONS = (await readMigrations(SQL_FOLDERS)).map(({ name }) => name)
const NAMES = [...MIGRATIONS, ...(await readFunctions(SQL_FOLDERS)).map(({ name }) => name)]

/** Sells, dispatches, reports, refunds and expires on this database, with the functions of the application. */
async function runPurchase(url: string): Promise<void> {
  const database = openDatabase({ url, poolSize: 2 })
  try {
    const { app, gateway, reader } = database
    const { id: storeId } = await createStore(app, {
      name: 'Vale',
      url: 'vale.example',
      plan: 'BASIC',
      currency: 'BRL',
      expiresAt: null,
    })
    const server = await addGameServer(app, { storeId, name: 'lobby', game: null, profile: 'standard', cell: 't1' })
    rememberKey(server.key)
    const commands = { approve: ['give {userId}'], refund: ['take {userId}'], expire: ['end {userId}'] }
    const { id: productId } = await saveProduct(app, {
      storeId,
      name: 'VIP',
      price: '1.00',
      commands,
      durationSeconds: 1,
      serverIds: [],
      buyerChoosesServer: false,
    })
    const sale = (gameUserId: string) =>
      sell(app, { storeId, gameUserId, items: [{ productId, quantity: 1 }], serverId: null, reference: null })
    const me = { storeId, serverId: server.id, profile: 'standard' as const }
    const { checkoutId } = await sale('42')
    await sale('43')
    const queue = createDeliveryQueue(gateway)
    const { deliveries } = await queue.dispatch(me)
    for (const { id } of deliveries) await markProcessed(gateway, { ...me, deliveryId: id })
    await refund(app, { storeId, checkoutId })
    await expect.poll(() => expireDue(app, reader)).toBe(1)
    expect((await queue.dispatch(me)).deliveries.map((delivery) => delivery.delivery_type).sort()).toEqual([
      'EXPIRE',
      'REFUND',
    ])
    expect((await verify(reader)).examples).toEqual([])
  } finally {
    await database.close()
  }
}

test('all migrations, the database check and a complete purchase also work on PostgreSQL 18', async () => {
  const cluster = await startCluster({ major: 18, settings: { shared_buffers: '32MB' } })
  clusters.push(cluster)
  const { url, query } = await createEmptyDatabase(cluster)
  expect((await migrate(url)).applied).toEqual(NAMES)
  expect(await query("select current_setting('server_version_num')::integer / 10000 as major")).toEqual([{ major: 18 }])
  expect((await checkDatabase(url, { now: () => new Date() })).filter((finding) => !finding.ok)).toEqual([])
  await runPurchase(url)
  expect(await migrate(url)).toEqual({ applied: [], partitions: [] })
})

test('the migration gives existing products and categories slugs, also for an owner who is not a superuser', async () => {
  const { query } = await createEmptyDatabase()
  const owner = `owner_${randomBytes(6).toString('hex')}`
  const all = await readMigrations(SQL_FOLDERS)
  await query('create table migrations (name text primary key)')
  for (const { text } of all.filter(({ name }) => name < '0027')) await query(text)
  const [store] = await query<{ id: string }>(
    `insert into stores (id, name, plan, url, currency) values (gen_random_uuid(), 'Vale', 'BASIC', 'vale.example', 'BRL') returning id`,
  )
  const names = ['Doação', 'VIP', 'VIP', 'vip!', 'VIP 2', '⚔', '⚔', 'x'.repeat(200), `${'x'.repeat(59)} y`]
  await query(
    `insert into products (store_id, id, name, price_minor, approve_commands, refund_commands, expire_commands, rebuy, delivers_to)
     select $1, ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, name, 1, '{x}', '{}', '{}', 'extend', 'default'
     from unnest($2::text[]) with ordinality as product (name, n)`,
    [store?.id, names],
  )
  await query(`insert into categories (store_id, id, name) values ($1, gen_random_uuid(), 'Ränge')`, [store?.id])
  await query(`create role ${owner} nologin`)
  await query(`do $$ declare r record; begin
    for r in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') loop
      execute format('alter table %s owner to ${owner}', r.name);
    end loop; end $$`)
  await query(`grant create on schema public to ${owner}`)
  await query(`set role ${owner}`)
  for (const { text } of all.filter(({ name }) => name.startsWith('0027'))) await query(text)
  await query('reset role')
  const slugs = await query<{ slug: string }>('select slug from products order by id')
  expect(slugs.map(({ slug }) => slug)).toEqual([
    'doacao',
    'vip',
    'vip-000000000003',
    'vip-3',
    'vip-2',
    'product',
    'product-2',
    'x'.repeat(60),
    'x'.repeat(59),
  ])
  expect(await query('select slug from categories')).toEqual([{ slug: 'range' }])
  await query(`drop owned by ${owner} cascade`)
  await query(`drop role ${owner}`)
})

test('migrating again changes nothing', async () => {
  const { url, query } = await createEmptyDatabase()
  const shape = () =>
    query(`select c.relname, c.relkind, c.relrowsecurity, array_agg(a.attname::text || a.atttypid::text order by a.attnum)
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace = 'public'::regnamespace group by 1, 2, 3 order by 1`)
  expect((await migrate(url)).applied).toEqual(NAMES)
  const before = await shape()
  expect(await migrate(url)).toEqual({ applied: [], partitions: [] })
  expect(await shape()).toEqual(before)
  await runPurchase(url)
})

const tablesOf = (query: (text: string) => Promise<{ name: string }[]>) =>
  query(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname like 'added%'`)

test('a migration that was changed after it was applied is refused, and the database stays as it is', async () => {
  const { url, query } = await createMigratedDatabase()
  const { folders, path } = await copySql()
  await appendFile(path('0007_catalog.sql'), 'create table added_in_old_file ();\n')
  await appendFile(path('9100_stores_added.sql'), 'create table added_in_new_file ();\n')
  await expect(migrate(url, folders)).rejects.toThrow(
    'Migration 0007_catalog was changed after it was applied to this database. Restore server/migrations/0007_catalog.sql and put the change into a new migration.',
  )
  expect(await tablesOf(query)).toEqual([])
})

test('a file with other line ends counts as unchanged', async () => {
  const { url } = await createMigratedDatabase()
  const { folders, path } = await copySql()
  const text = await readFile(path('0002_stores.sql'), 'utf8')
  await writeFile(path('0002_stores.sql'), text.replaceAll('\n', '\r\n'))
  expect(await migrate(url, folders)).toEqual({ applied: [], partitions: [] })
})

test('an applied migration whose file is missing is refused', async () => {
  const { url } = await createMigratedDatabase()
  const { folders, path } = await copySql()
  await appendFile(path('9100_stores_added.sql'), 'create table added_later ();\n')
  expect((await migrate(url, folders)).applied).toContain('9100_stores_added')
  await rm(path('9100_stores_added.sql'))
  await expect(migrate(url, folders)).rejects.toThrow(
    'Migration 9100_stores_added was applied to this database, but this version does not have it. Use the version of Quartermaster that applied it, or a newer one.',
  )
  // An older process can still be restarted while the new version takes over.
  const findings = await checkDatabase(url, { now: () => new Date() })
  expect(findings.filter(({ ok }) => !ok)).toEqual([
    { check: 'row-level security', ok: false, found: 'off on added_later', advice: expect.any(String) as string },
  ])
})

test('a new migration needs a higher number than the applied ones', async () => {
  const { url, query } = await createMigratedDatabase()
  const { folders, path } = await copySql()
  await appendFile(path('0003_added.sql'), 'create table added_too_low ();\n')
  const last = MIGRATIONS.at(-1)
  await expect(migrate(url, folders)).rejects.toThrow(
    `Migration 0003_added comes before ${last}, which is already applied. Give it a higher number.`,
  )
  expect(await tablesOf(query)).toEqual([])
  await rename(path('0003_added.sql'), path('9100_added.sql'))
  expect((await migrate(url, folders)).applied).toEqual(['9100_added'])
})

test('a migration that fails leaves nothing behind, and the next run continues after the ones before it', async () => {
  const { url, query } = await createMigratedDatabase()
  const { folders, path } = await copySql()
  await appendFile(path('9100_added.sql'), 'create table added_first ();\n')
  await appendFile(path('9101_added.sql'), 'create table added_second ();\nselect 1 / 0;\n')
  await expect(migrate(url, folders)).rejects.toThrow('division by zero')
  expect(await tablesOf(query)).toEqual([{ name: 'added_first' }])
  await writeFile(path('9101_added.sql'), 'create table added_second ();\n')
  expect((await migrate(url, folders)).applied).toEqual(['9101_added'])
})

const versionsOf = (query: <T extends pg.QueryResultRow>(text: string) => Promise<T[]>, name: string) =>
  query<{ id: string; arguments: string; source: string }>(
    `select oid::text as id, pg_get_function_arguments(oid) as arguments, prosrc as source from pg_proc where proname = '${name}'`,
  )

test('a function whose text changed is replaced, keeps its identity, and the others are left alone', async () => {
  const { url, query } = await createMigratedDatabase()
  const { folders, functionPath } = await copySql()
  const [before] = await versionsOf(query, 'record_events')
  const text = await readFile(functionPath('events/record-events.sql'), 'utf8')
  await writeFile(functionPath('events/record-events.sql'), text.replace('begin\n', 'begin\n  -- changed\n'))
  expect(await migrate(url, folders)).toEqual({ applied: ['events/record-events'], partitions: [] })
  expect(await versionsOf(query, 'record_events')).toEqual([
    { ...before, source: before?.source.replace('begin\n', 'begin\n  -- changed\n') },
  ])
  expect(await migrate(url, folders)).toEqual({ applied: [], partitions: [] })
})

test.for([
  ['other parameter types', { 'kind text': 'kind varchar', 'uuid, text, uuid[]': 'uuid, varchar, uuid[]' }],
  ['another name of a parameter', { 'kind text': 'event_kind text' }],
  ['another result', { 'returns void': 'returns boolean' }],
] as const)('a function with %s takes the place of the old one', async ([, changes]) => {
  const { url, query } = await createMigratedDatabase()
  const { folders, functionPath } = await copySql()
  const path = functionPath('events/record-events.sql')
  let text = await readFile(path, 'utf8')
  for (const [from, to] of Object.entries(changes)) text = text.replaceAll(from, to)
  await writeFile(path, text)
  expect((await migrate(url, folders)).applied).toEqual(['events/record-events'])
  expect(await versionsOf(query, 'record_events')).toHaveLength(1)
  const rights = `select has_function_privilege('quartermaster_gateway', oid, 'execute') as gateway from pg_proc where proname = 'record_events'`
  expect(await query(rights)).toEqual([{ gateway: false }])
})

test('a function that a migration had to drop is created again, although its text did not change', async () => {
  const { url, query } = await createMigratedDatabase()
  const { folders, path } = await copySql()
  await appendFile(path('9100_entitlements_added.sql'), 'drop function entitled_until(uuid, uuid);\n')
  expect((await migrate(url, folders)).applied).toEqual(['9100_entitlements_added', 'entitlements/entitled-until'])
  expect(await versionsOf(query, 'entitled_until')).toHaveLength(1)
})

test('changed functions are pending, except for an older process on a newer database', async () => {
  const { url, query } = await createMigratedDatabase()
  const found = async () =>
    (await checkDatabase(url, { now: () => new Date() })).find(({ check }) => check === 'migrations')
  await query(`update migrations set checksum = '' where name = 'events/record-events'`)
  expect(await found()).toMatchObject({ ok: false, found: '1 not applied yet' })
  await query(`insert into migrations values ('9999_of_a_newer_version', '')`)
  expect(await found()).toMatchObject({ ok: true })
})

test('a database of a development version without checksums is refused', async () => {
  const { url, query } = await createEmptyDatabase()
  await query('create table migrations (name varchar(255) primary key, timestamp varchar(255) not null)')
  await query(`insert into migrations values ('0001_db', now()::text)`)
  await expect(migrate(url)).rejects.toThrow('Migration 0001_db was changed after it was applied to this database.')
})

test('concurrent migrations of one database run one after the other, and each step is applied once', async () => {
  const { url } = await createEmptyDatabase()
  const done = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(done.flatMap(({ applied }) => applied)).toEqual(NAMES)
  expect((await checkDatabase(url, { now: () => new Date() })).filter((finding) => !finding.ok)).toEqual([])
})

test('two databases of one cluster can be migrated concurrently, although they share the roles', async () => {
  const [first, second] = [await createEmptyDatabase(), await createEmptyDatabase()]
  const done = await Promise.all([migrate(first.url), migrate(second.url)])
  for (const { applied } of done) expect(applied).toEqual(NAMES)
})

test('monthly partitions of the ledger are created ahead, and a delivery is stored in the month of its id', async () => {
  const { url, query } = await createEmptyDatabase()
  const { partitions } = await migrate(url)
  const months = await query<{ name: string }>(
    `select 'delivery_ledger_' || to_char(date_trunc('month', now() at time zone 'UTC') + make_interval(months => n), 'YYYY_MM') as name
     from generate_series(-1, 4) n`,
  )
  expect(partitions).toEqual(months.map(({ name }) => name))
  const insert = async (moment: string) => {
    const [row] = await query<{ partition: string }>(
      `insert into delivery_ledger (store_id, id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
         created_at, state) values (gen_random_uuid(), first_id_at(${moment}), 1, gen_random_uuid(), 'x', 'APPROVE', '{1}', 1, '[]',
         now(), 'processed') returning tableoid::regclass::text as partition`,
    )
    return row?.partition
  }
  const start = "date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'"
  expect(await insert('now()')).toBe(months[1]?.name)
  expect(await insert(start)).toBe(months[1]?.name)
  expect(await insert(`${start} - interval '1 ms'`)).toBe(months[0]?.name)
  expect(await insert("now() - interval '5 years'")).toBe('delivery_ledger_default')
  expect(await insert("now() + interval '5 years'")).toBe('delivery_ledger_default')
})

test('ten concurrent calls create each monthly partition once, and one call creates at most 240', async () => {
  const { url, query } = await createMigratedDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const results = await Promise.all(
    Array.from({ length: 10 }, () => pool.query("select make_ledger_partitions(now() + interval '1 year', 3)")),
  )
  await pool.end()
  expect(results.map(({ rowCount }) => rowCount ?? 0).sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 3])
  for (const months of [0, 241]) {
    await expect(query('select make_ledger_partitions(now(), $1)', [months])).rejects.toThrow('between 1 and 240')
  }
})

test('a new monthly partition takes over the deliveries of its month from the default partition', async () => {
  const { query } = await createMigratedDatabase()
  await query(
    `insert into delivery_ledger (store_id, id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
       created_at, state) select gen_random_uuid(), first_id_at('2199-05-17'), 1, gen_random_uuid(), 'x', 'APPROVE', '{1}', 1, '[]',
       now(), 'processed' from generate_series(1, 3)`,
  )
  await query("select make_ledger_partitions('2199-05-01', 1)")
  expect(await query('select distinct tableoid::regclass::text as partition from delivery_ledger')).toEqual([
    { partition: 'delivery_ledger_2199_05' },
  ])
})

test('a migration that changes rows turns row-level security off for them, because their owner may not be a superuser', async () => {
  for (const { name, text } of await readMigrations(SQL_FOLDERS)) {
    // 0042 repeats what this one did not do.
    if (name.startsWith('0022')) continue
    for (const [, table] of text.matchAll(/^(?:update|delete from) (\w+)/gm)) {
      expect(text, `${name}: ${table}`).toContain(`alter table ${table} no force row level security;`)
    }
  }
})
