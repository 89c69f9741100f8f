import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId, type StoreId } from '../src/ids.ts'
import { copyStatement, freshId, plantStore, tenantTables } from './plant-rows.ts'
import { startStore } from './start-store.ts'

const store = await startStore()
const tables = await tenantTables(store)
const clients: Record<string, pg.Client> = {}
let mine: StoreId
let theirs: StoreId

beforeAll(async () => {
  mine = await plantStore(store)
  theirs = await plantStore(store)
  for (const role of ['app', 'gateway', 'reader']) {
    const client = new pg.Client({ connectionString: store.databaseUrl, options: `-c role=quartermaster_${role}` })
    await client.connect()
    clients[role] = client
  }
})
afterAll(async () => {
  await Promise.all(Object.values(clients).map((client) => client.end()))
})

type Outcome = { rows: Record<string, unknown>[]; count: number } | { refused: string }

/** What a role gets for a statement inside a store, or inside none; whatever it did is undone. */
async function as(role: string, storeId: StoreId | null, text: string, values: unknown[] = []): Promise<Outcome> {
  const client = clients[role]
  if (!client) throw new Error(`there is no ${role}`)
  await client.query('begin')
  try {
    await client.query("select set_config('quartermaster.store_id', $1, true)", [storeId ?? ''])
    const result = await client.query<Record<string, unknown>>(text, values)
    return { rows: result.rows, count: result.rowCount ?? 0 }
  } catch (error) {
    if (error instanceof pg.DatabaseError) return { refused: error.code ?? '' }
    throw error
  } finally {
    await client.query('rollback')
  }
}

const DENIED = { refused: '42501' }
const NOTHING = { rows: [], count: 0 }

test('the list of tables is the whole product', () => {
  expect(tables.map(({ name }) => name)).toEqual([
    'api_tokens',
    'audit_log',
    'categories',
    'checkout_lines',
    'checkouts',
    'delivery_attempts',
    'delivery_ledger',
    'entitlements',
    'events',
    'game_servers',
    'grants',
    'parked_payments',
    'payment_callbacks',
    'payment_refunds',
    'payments',
    'pending_deliveries',
    'player_bans',
    'poll_windows',
    'product_servers',
    'products',
    'provider_connections',
    'redeliveries',
    'redelivery_counts',
    'redelivery_items',
    'sandbox_payments',
    'server_key_addresses',
    'server_keys',
    'store_invitations',
    'store_members',
    'stores',
    'webhook_attempts',
    'webhook_deliveries',
    'webhook_endpoints',
  ])
})

test('outside a store the application sees no row of any table', async () => {
  for (const { name, storeColumn } of tables) {
    const seen = await as('app', null, `select ${storeColumn} from ${name}`)
    expect(seen, name).toEqual(name === 'poll_windows' ? DENIED : NOTHING)
  }
})

test('inside a store the application sees the rows of that store, all of them and no others', async () => {
  for (const { name, storeColumn } of tables.filter((table) => table.name !== 'poll_windows')) {
    const [truth] = await store.query<{ count: number }>(
      `select count(*)::integer as count from ${name} where ${storeColumn} = $1`,
      [mine],
    )
    const seen = await as(
      'app',
      mine,
      `select distinct ${storeColumn} as store, (count(*) over ())::integer as count from ${name}`,
    )
    expect(truth?.count, name).toBeGreaterThan(0)
    expect(seen, name).toMatchObject({ rows: [{ store: mine, count: truth?.count }] })
  }
})

test('a store that does not exist has no rows, and neither has one that is no id', async () => {
  for (const { name, storeColumn } of tables.filter((table) => table.name !== 'poll_windows')) {
    expect(await as('app', newId<StoreId>(), `select ${storeColumn} from ${name}`), name).toEqual(NOTHING)
  }
  expect(await as('app', 'x' as StoreId, 'select id from stores')).toEqual({ refused: '22P02' })
})

test('the application may change what it was granted, and even that never in another store, nor outside of one', async () => {
  for (const { name, storeColumn } of tables) {
    const columns = await store.query<{ name: string }>(
      `select column_name as name from information_schema.column_privileges
       where grantee = 'quartermaster_app' and table_name = $1 and privilege_type = 'UPDATE' and table_schema = 'public'`,
      [name],
    )
    for (const column of columns) {
      const update = `update ${name} set "${column.name}" = "${column.name}" where ${storeColumn} = $1`
      expect(await as('app', mine, update, [theirs]), `${name}.${column.name}`).toEqual(NOTHING)
      expect(await as('app', null, update, [mine]), `${name}.${column.name}`).toEqual(NOTHING)
    }
  }
})

const MAY_DELETE = [
  'categories',
  'events',
  'provider_connections',
  'pending_deliveries',
  'product_servers',
  'store_members',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_endpoints',
]

test("the application cannot delete another store's rows", async () => {
  for (const { name, storeColumn } of tables) {
    const deletes = `delete from ${name} where ${storeColumn} = $1`
    const may = MAY_DELETE.includes(name)
    expect(await as('app', mine, deletes, [theirs]), name).toEqual(may ? NOTHING : DENIED)
    expect(await as('app', null, deletes, [mine]), name).toEqual(may ? NOTHING : DENIED)
  }
})

test('the application cannot insert a row for another store, nor outside of one', async () => {
  for (const table of tables) {
    const [source] = await store.query<{ row: object }>(
      `select to_jsonb(t) as row from ${table.name} t where t.${table.storeColumn} = $1 limit 1`,
      [theirs],
    )
    const row = JSON.stringify({ ...source?.row, ...(table.name !== 'stores' && freshId(table)) })
    for (const inside of [mine, null]) {
      expect(await as('app', inside, copyStatement(table), [theirs, row]), table.name).toEqual(DENIED)
    }
  }
})

test('the months of the ledger cannot be reached past the ledger', async () => {
  const months = await store.query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'delivery_ledger'::regclass",
  )
  expect(months.length).toBeGreaterThan(4)
  for (const { name } of months) {
    for (const role of ['app', 'gateway', 'reader']) {
      expect(await as(role, mine, `select store_id from ${name}`), `${role} ${name}`).toEqual(DENIED)
    }
  }
})

test('the gateway knows stores, servers, keys and the queue, and nothing of the catalogue, the sales or what players hold', async () => {
  const readable = [
    'stores',
    'game_servers',
    'server_keys',
    'server_key_addresses',
    'pending_deliveries',
    'delivery_ledger',
    'poll_windows',
  ]
  for (const { name, storeColumn } of tables) {
    const seen = await as('gateway', null, `select distinct ${storeColumn} as store from ${name} order by 1`)
    expect(seen, name).toEqual(
      readable.includes(name) ? { rows: [mine, theirs].sort().map((id) => ({ store: id })), count: 2 } : DENIED,
    )
  }
})

test('the reader sees every store and can change nothing', async () => {
  for (const table of tables) {
    const { name, storeColumn } = table
    expect(await as('reader', null, `select distinct ${storeColumn} from ${name}`), name).toMatchObject({ count: 2 })
    expect(await as('reader', mine, `delete from ${name} where ${storeColumn} = $1`, [mine]), name).toEqual(DENIED)
    expect(await as('reader', mine, copyStatement(table), [mine, '{}']), name).toEqual(DENIED)
  }
})
