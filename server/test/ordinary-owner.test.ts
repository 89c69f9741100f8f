import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createOwnedStore } from '../src/access/create-owned-store.ts'
import { createAccount } from '../src/accounts/create-account.ts'
import { saveProduct } from '../src/catalog/save-product.ts'
import { sell } from '../src/checkouts/buy/sell.ts'
import { checkDatabase } from '../src/setup/check-database.ts'
import { type Database, inAccounts, inScope, inStore, openDatabase } from '../src/db/database.ts'
import { migrate } from '../src/setup/migrate.ts'
import { addGameServer } from '../src/delivery/add-game-server.ts'
import { dispatchWindow } from '../src/delivery/queue/dispatch-window.ts'
import { recordFailures } from '../src/delivery/ledger/record-failures.ts'
import { AppError } from '../src/errors.ts'
import { createStore } from '../src/stores/create-store.ts'
import { newId, type StoreId } from '../src/ids.ts'
import { rememberKey } from './start-store.ts'

async function asSuperuser(cluster: Cluster, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** What the database tells by itself, it tells as the owner of the tables: here he is held to row-level security. */
async function heldEvents({ app, gateway }: Database, storeId: StoreId): Promise<number> {
  const { id: serverId, key } = await addGameServer(app, {
    storeId,
    name: 'a',
    game: null,
    profile: 'standard',
    cell: 't1',
  })
  rememberKey(key)
  const commands = { approve: ['give {userId}'], refund: [], expire: [] }
  const product = {
    storeId,
    name: 'VIP',
    price: '1.00',
    commands,
    durationSeconds: null,
    serverIds: [],
    buyerChoosesServer: false,
  }
  const { id: productId } = await saveProduct(app, product)
  await sell(app, { storeId, gameUserId: '42', items: [{ productId, quantity: 1 }], serverId: null, reference: null })
  const server = { storeId, serverId, profile: 'standard' as const }
  const failures = (await dispatchWindow(gateway, server)).map(({ id: deliveryId }) => ({
    deliveryId,
    attempt: 1,
    outcome: 'uncertain' as const,
    commandsRun: 0,
    reason: 'cut off',
    output: null,
    mayRetry: true,
  }))
  await recordFailures(gateway, server, failures)
  const events = await inStore(app, storeId, (tx) =>
    tx.selectFrom('events').select('id').where('store_id', '=', storeId).where('type', '=', 'delivery.held').execute(),
  )
  return events.length
}

/** Opens a store for an account; then tells how one that was closed is refused. */
async function peopleJoin({ app, accounts }: Database): Promise<unknown> {
  const person = { email: 'ana@vale.example', name: 'Ana', passwordHash: null }
  const accountId = await inAccounts(accounts, (tx) => createAccount(tx, person))
  const store = { name: 'Vale', url: 'vale.example', plan: 'BASIC', currency: 'BRL', expiresAt: null }
  const found = () =>
    inScope(app, accountId, (tx) => createOwnedStore(tx, { ...store, accountId, storeId: newId<StoreId>() }))
  await found()
  await accounts
    .updateTable('accounts')
    .set({ email: null, closed_at: new Date() })
    .where('id', '=', accountId)
    .execute()
  return found().then(
    () => undefined,
    (error: unknown) => error instanceof AppError && error.code,
  )
}

test.for([15, 18] as const)(
  'on PostgreSQL %i an owner who is no superuser, but may create roles, sets up and runs a store',
  async (major) => {
    const cluster = await startCluster({ major })
    onTestFinished(() => cluster.stop())
    await asSuperuser(cluster, 'create role landlord login createrole', 'create database vale owner landlord')
    const url = `postgres://landlord@127.0.0.1:${cluster.port}/vale`
    await migrate(url)

    const findings = await checkDatabase(url, { now: () => new Date() })
    expect(findings.filter((finding) => !finding.ok)).toEqual([])
    const database = openDatabase({ url, poolSize: 1 })
    onTestFinished(() => database.close())
    const { id } = await createStore(database.app, {
      name: 'Vale',
      url: 'vale.example',
      plan: 'BASIC',
      currency: 'BRL',
      expiresAt: null,
    })
    expect(await database.reader.selectFrom('stores').select('id').execute()).toEqual([{ id }])
    expect(await heldEvents(database, id)).toBe(1)
    expect(await peopleJoin(database)).toBe('conflict')
    // Without a store set even the owner's own rows are out of sight.
    expect(await database.app.selectFrom('stores').select('id').execute()).toEqual([])
  },
)
