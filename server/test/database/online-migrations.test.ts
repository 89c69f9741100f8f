import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { MigrationStep } from '../../src/db/run-migration.ts'
import { migrate } from '../../src/setup/migrate.ts'
import { checkUpgrade } from '../../src/setup/upgrade/check-upgrade.ts'
import { copySql, createMigratedDatabase } from './empty-database.ts'

async function createMigrated() {
  return { ...(await createMigratedDatabase()), ...(await copySql()) }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('a migration that waits for a table lets requests pass, and is applied when the table is free', async () => {
  const { url, query, folders, path } = await createMigrated()
  await writeFile(path('9100_stores_added.sql'), 'alter table stores add column added integer;\n')
  const [reader, request] = [await connect(url), await connect(url)]
  await reader.query('begin')
  await reader.query('select from stores')
  const steps: MigrationStep[] = []
  const migrated = migrate(url, folders, (step) => steps.push(step))
  const isWaiting = () => query(`select from pg_locks where relation = 'stores'::regclass and not granted`)
  await vi.waitUntil(async () => (await isWaiting()).length > 0, { timeout: 30_000, interval: 5 })
  await request.query("set statement_timeout = '1s'")
  await request.query('select from stores')
  await reader.query('commit')
  expect((await migrated).applied).toEqual(['9100_stores_added'])
  expect(steps).toMatchObject([{ name: '9100_stores_added', attempts: expect.any(Number) as number }])
  expect(steps[0]?.attempts).toBeGreaterThan(1)
})

test('a new trigger is created together with the migration that makes it possible', async () => {
  const { url, query, folders, path, functionPath } = await createMigrated()
  await writeFile(path('9100_stores_added.sql'), 'create table added (id integer);\n')
  await writeFile(path('9101_stores_later.sql'), 'create table added_later (id integer);\nselect 1 / 0;\n')
  const trigger = (name: string) => `create or replace function fill_${name}() returns trigger language plpgsql as
$$ begin return new; end $$;
create or replace trigger fill_${name} before insert on ${name} for each row execute function fill_${name}();\n`
  await writeFile(functionPath('stores/fill-added.sql'), trigger('added'))
  await writeFile(functionPath('stores/fill-later.sql'), trigger('added_later'))
  await expect(migrate(url, folders)).rejects.toThrow('division by zero')
  const triggers = () => query(`select tgname::text as name from pg_trigger where tgname like 'fill_added%' order by 1`)
  expect(await triggers()).toEqual([{ name: 'fill_added' }])
  await writeFile(path('9101_stores_later.sql'), 'create table added_later (id integer);\n')
  expect((await migrate(url, folders)).applied).toEqual(['9101_stores_later', 'stores/fill-later'])
  expect(await triggers()).toEqual([{ name: 'fill_added' }, { name: 'fill_added_later' }])
})

const OUTSIDE = '-- squawk-disable-assume-in-transaction\n'

test('an index is created concurrently in a migration outside a transaction, which has no other statements', async () => {
  const { url, query, folders, path } = await createMigrated()
  const index = `${OUTSIDE}-- For a test.
drop index concurrently if exists added_index;
create index concurrently added_index on events (created_at);\n`
  await writeFile(path('9100_events_added.sql'), index)
  expect((await migrate(url, folders)).applied).toEqual(['9100_events_added'])
  expect(await query(`select indisvalid from pg_index where indexrelid = 'added_index'::regclass`)).toEqual([
    { indisvalid: true },
  ])
  await writeFile(path('9101_events_added.sql'), `${OUTSIDE}alter table events add column added integer;\n`)
  await expect(migrate(url, folders)).rejects.toThrow(
    'Migration 9101_events_added cannot run outside a transaction: "alter table events add column added integer" does not create or drop an index concurrently.',
  )
})

test('upgrade --check lists the locks of each migration with the rows of its tables, and changes nothing', async () => {
  const { url, query, folders, path } = await createMigrated()
  await query(`insert into stores (id, name, plan, url, currency)
    select gen_random_uuid(), 'Vale', 'BASIC', 'vale.example', 'BRL' from generate_series(1, 3)`)
  await query('analyze stores')
  await writeFile(
    path('9100_stores_added.sql'),
    '-- What it is for.\nalter table stores add column added integer check (added > 0);\ncreate index added_index on delivery_ledger (position);\n',
  )
  await writeFile(
    path('9101_events_added.sql'),
    `${OUTSIDE}create index concurrently added_events on events (created_at);\n`,
  )
  await writeFile(path('9102_bans_removed.sql'), 'alter table player_bans drop column reason;\n')
  const check = await checkUpgrade(url, folders)
  expect(check).toMatchObject({
    isEmpty: false,
    isTried: true,
    canGoBack: false,
    removes: ['column player_bans.reason'],
  })
  const [first, second] = check.pending
  expect(first).toMatchObject({ name: '9100_stores_added', about: 'What it is for.' })
  expect(first?.locks).toEqual([
    { table: 'delivery_ledger', blocks: 'writes', work: ['builds an index'], rows: 0 },
    { table: 'stores', blocks: 'reads and writes', work: ['checks every row'], rows: 3 },
  ])
  expect(second?.locks).toEqual([{ table: 'events', blocks: 'nothing', work: ['builds an index'], rows: 0 }])
  expect(await query(`select from pg_attribute where attrelid = 'stores'::regclass and attname = 'added'`)).toEqual([])
  const copies = () => query(`select from pg_database where datname like 'quartermaster\\_check%'`)
  await expect.poll(copies).toEqual([])
  await migrate(url, folders)
  expect(await checkUpgrade(url, folders)).toMatchObject({ pending: [], estimatedMs: 0, canGoBack: true })
})

test('without the right to create a database, upgrade --check lists the migrations only', async () => {
  const { url, query, folders, path } = await createMigrated()
  await writeFile(path('9100_stores_added.sql'), 'alter table stores add column added integer;\n')
  const owner = `owner_${randomBytes(6).toString('hex')}`
  await query(`create role ${owner} login`)
  await query(`grant select on migrations to ${owner}`)
  const limited = new URL(url)
  limited.username = owner
  expect(await checkUpgrade(limited.href, folders)).toMatchObject({
    isTried: false,
    pending: [{ name: '9100_stores_added', about: 'stores added', locks: [] }],
  })
  await query(`drop owned by ${owner}`)
  await query(`drop role ${owner}`)
})
