import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId, type StoreId } from '../../src/ids.ts'
import { copyStatement, freshId, insertStoreRows, tenantTables } from '../insert-store-rows.ts'
import { startStore } from '../start-store.ts'

const store = await startStore()
const tables = await tenantTables(store)
const clients: Record<string, pg.Client> = {}
let mine: StoreId
let theirs: StoreId

beforeAll(async () => {
  mine = await insertStoreRows(store)
  theirs = await insertStoreRows(store)
  for (const role of ['app', 'gateway', 'reader']) {
    const client = new pg.Client({ connectionString: store.databaseUrl, options: `-c role=quartermaster_${role}` })
    await client.connect()
    clients[role] = client
  }
})
afterAll(async () => {
  await Promise.all(Object.values(clients).map((client) => client.end()))
})

type Outcome = { rows: Record<string, unknown>[]; count: number } | { errorCode: string }

/** Runs a statement as a role, with the store set or with none, and rolls it back. */
async function runAs(role: string, storeId: StoreId | null, text: string, values: unknown[] = []): Promise<Outcome> {
  const client = clients[role]
  if (!client) throw new Error(`No client for the role ${role}`)
  await client.query('begin')
  try {
    await client.query("select set_config('quartermaster.store_id', $1, true)", [storeId ?? ''])
    const result = await client.query<Record<string, unknown>>(text, values)
    return { rows: result.rows, count: result.rowCount ?? 0 }
  } catch (error) {
    if (error instanceof pg.DatabaseError) return { errorCode: error.code ?? '' }
    throw error
  } finally {
    await client.query('rollback')
  }
}

const DENIED = { errorCode: '42501' }
const NO_ROWS = { rows: [], count: 0 }

test('without a store set the application sees no row of any table', async () => {
  for (const { name, storeColumn } of tables) {
    const seen = await runAs('app', null, `select ${storeColumn} from ${name}`)
    expect(seen, name).toEqual(name === 'poll_windows' ? DENIED : NO_ROWS)
  }
})

test('with a store set the application sees all rows of that store and no others', async () => {
  for (const { name, storeColumn } of tables.filter((table) => table.name !== 'poll_windows')) {
    const [expected] = await store.query<{ count: number }>(
      `select count(*)::integer as count from ${name} where ${storeColumn} = $1`,
      [mine],
    )
    const seen = await runAs(
      'app',
      mine,
      `select distinct ${storeColumn} as store, (count(*) over ())::integer as count from ${name}`,
    )
    expect(expected?.count, name).toBeGreaterThan(0)
    expect(seen, name).toMatchObject({ rows: [{ store: mine, count: expected?.count }] })
  }
})

test('with an unknown store set there are no rows, and a store id that is not a UUID is an error', async () => {
  for (const { name, storeColumn } of tables.filter((table) => table.name !== 'poll_windows')) {
    expect(await runAs('app', newId<StoreId>(), `select ${storeColumn} from ${name}`), name).toEqual(NO_ROWS)
  }
  expect(await runAs('app', 'x' as StoreId, 'select id from stores')).toEqual({ errorCode: '22P02' })
})

test("the application cannot update another store's rows, or any rows without a store set", async () => {
  for (const { name, storeColumn } of tables) {
    const columns = await store.query<{ name: string }>(
      `select column_name as name from information_schema.column_privileges
       where grantee = 'quartermaster_app' and table_name = $1 and privilege_type = 'UPDATE' and table_schema = 'public'`,
      [name],
    )
    for (const column of columns) {
      const update = `update ${name} set "${column.name}" = "${column.name}" where ${storeColumn} = $1`
      expect(await runAs('app', mine, update, [theirs]), `${name}.${column.name}`).toEqual(NO_ROWS)
      expect(await runAs('app', null, update, [mine]), `${name}.${column.name}`).toEqual(NO_ROWS)
    }
  }
})

test("the application cannot delete another store's rows, or any rows without a store set", async () => {
  for (const { name, storeColumn } of tables) {
    const statement = `delete from ${name} where ${storeColumn} = $1`
    const [{ granted } = {}] = await store.query(
      "select has_table_privilege('quartermaster_app', $1, 'delete') as granted",
      [name],
    )
    expect(await runAs('app', mine, statement, [theirs]), name).toEqual(granted ? NO_ROWS : DENIED)
    expect(await runAs('app', null, statement, [mine]), name).toEqual(granted ? NO_ROWS : DENIED)
  }
})

test('the application cannot insert a row for another store, or any row without a store set', async () => {
  for (const table of tables) {
    const [source] = await store.query<{ row: object }>(
      `select to_jsonb(t) as row from ${table.name} t where t.${table.storeColumn} = $1 limit 1`,
      [theirs],
    )
    const row = JSON.stringify({ ...source?.row, ...(table.name !== 'stores' && freshId(table)) })
    for (const current of [mine, null]) {
      expect(await runAs('app', current, copyStatement(table), [theirs, row]), table.name).toEqual(DENIED)
    }
  }
})

test('no role can read the partitions of the ledger directly', async () => {
  const partitions = await store.query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'delivery_ledger'::regclass",
  )
  expect(partitions.length).toBeGreaterThan(4)
  for (const { name } of partitions) {
    for (const role of ['app', 'gateway', 'reader']) {
      expect(await runAs(role, mine, `select store_id from ${name}`), `${role} ${name}`).toEqual(DENIED)
    }
  }
})

test('the gateway reads stores, their hosts, revisions of storefronts, servers, keys, codes of players and deliveries, and no products, checkouts or entitlements', async () => {
  const readable = [
    'stores',
    'game_servers',
    'player_codes',
    'server_keys',
    'server_key_addresses',
    'store_hosts',
    'storefronts',
    'pending_deliveries',
    'delivery_ledger',
    'poll_windows',
  ]
  for (const { name, storeColumn } of tables) {
    const seen = await runAs('gateway', null, `select distinct ${storeColumn} as store from ${name} order by 1`)
    expect(seen, name).toEqual(
      readable.includes(name) ? { rows: [mine, theirs].sort().map((id) => ({ store: id })), count: 2 } : DENIED,
    )
  }
})

test('the reader sees all stores and cannot change any row', async () => {
  for (const table of tables) {
    const { name, storeColumn } = table
    expect(await runAs('reader', null, `select distinct ${storeColumn} from ${name}`), name).toMatchObject({ count: 2 })
    expect(await runAs('reader', mine, `delete from ${name} where ${storeColumn} = $1`, [mine]), name).toEqual(DENIED)
    expect(await runAs('reader', mine, copyStatement(table), [mine, '{}']), name).toEqual(DENIED)
  }
})
