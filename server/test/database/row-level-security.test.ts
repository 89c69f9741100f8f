import pg from 'pg'
import { expect, test, afterAll, beforeAll } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { newId, type StoreId } from '../../src/ids.ts'
import { copyStatement, freshId, insertStoreRows, tenantTables } from '../insert-store-rows.ts'
import { startStore } from '../start-store.ts'

const store = await startStore()
const ROLES = ['quartermaster_app', 'quartermaster_gateway', 'quartermaster_reader', 'quartermaster_accounts']
const ALL_ROLES = [...ROLES, 'quartermaster_backup']

test('PUBLIC has no privilege on any table', async () => {
  const rights = await store.query(
    "select table_name, privilege_type from information_schema.role_table_grants where grantee = 'PUBLIC' and table_schema = 'public'",
  )
  expect(rights).toEqual([])
})

test('the role for backups reads every table and writes none', async () => {
  const role = 'quartermaster_backup'
  const grants = await store.query(
    'select distinct privilege_type::text as may from information_schema.role_table_grants where grantee = $1',
    [role],
  )
  expect(grants).toEqual([{ may: 'SELECT' }])
  const hidden = await store.query(
    `select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')
       and not (case when relkind = 'S' then has_sequence_privilege($1, oid, 'select') else has_table_privilege($1, oid, 'select')
         and (not relrowsecurity or exists (select from pg_policy where polrelid = c.oid and polname = 'backup')) end)`,
    [role],
  )
  expect(hidden).toEqual([])
})

test('only the application role can create partitions, and no role can create tables or schemas', async () => {
  const privileges = await store.query(
    `select role, has_function_privilege(role, 'make_ledger_partitions(timestamptz, integer)', 'execute') as partitions,
       has_schema_privilege(role, 'public', 'create') as tables,
       has_database_privilege(role, current_database(), 'create') as schemas
     from unnest($1::text[]) as role`,
    [ALL_ROLES],
  )
  expect(privileges).toEqual(ALL_ROLES.map((role, i) => ({ role, partitions: i === 0, tables: false, schemas: false })))
})

test('no role can log in, owns a table, or bypasses row-level security', async () => {
  expect(
    await store.query(
      'select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = any($1)',
      [ALL_ROLES],
    ),
  ).toEqual(
    ALL_ROLES.map(() => ({
      rolcanlogin: false,
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
    })),
  )
  expect(
    await store.query('select relname from pg_class where pg_get_userbyid(relowner)::text = any($1)', [ALL_ROLES]),
  ).toEqual([])
})

test('every tenant table has row-level security that also applies to its owner', async () => {
  const unprotected = await store.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname not like 'migrations%' and not (relrowsecurity and relforcerowsecurity)`,
  )
  expect(unprotected).toEqual([])
})

test('a connection that has another role than its pool is refused', async () => {
  const url = `${store.databaseUrl}?options=${encodeURIComponent('-c jit=off')}`
  const database = openDatabase({ url, poolSize: 1 })
  const { app, callbacks, gateway, reader, accounts } = database
  for (const [name, pool] of Object.entries({ app, callbacks, gateway, reader, accounts })) {
    await expect(pool.selectFrom('stores').select('id').execute(), name).rejects.toThrow('instead of quartermaster_')
  }
  await database.close()
})

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
