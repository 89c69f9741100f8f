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
import { createDeliveryQueue } from '../src/delivery/queue/delivery-queue.ts'
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

/**
 * Holds a delivery and counts its events. A trigger records the event with the rights of the table owner, who is subject
 * to row-level security here.
 */
async function countHeldEvents({ app, gateway }: Database, storeId: StoreId): Promise<number> {
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
  const { deliveries } = await createDeliveryQueue(gateway).dispatch(server)
  const failures = deliveries.map(({ id: deliveryId }) => ({
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

/** Creates a store for an account, closes the account, and returns the error code of a second store for it. */
async function createStoreAfterClosing({ app, accounts }: Database): Promise<unknown> {
  const person = { email: 'ana@vale.example', name: 'Ana', passwordHash: null }
  const accountId = await inAccounts(accounts, (tx) => createAccount(tx, person))
  const store = { name: 'Vale', url: 'vale.example', plan: 'BASIC', currency: 'BRL', expiresAt: null }
  const createForAccount = () =>
    inScope(app, accountId, (tx) => createOwnedStore(tx, { ...store, accountId, storeId: newId<StoreId>() }))
  await createForAccount()
  await accounts
    .updateTable('accounts')
    .set({ email: null, closed_at: new Date() })
    .where('id', '=', accountId)
    .execute()
  return createForAccount().then(
    () => undefined,
    (error: unknown) => error instanceof AppError && error.code,
  )
}

test.for([15, 18] as const)(
  'on PostgreSQL %i a database owner who is not a superuser but can create roles sets up and runs a store',
  async (major) => {
    const cluster = await startCluster({ major })
    onTestFinished(() => cluster.stop())
    await asSuperuser(cluster, 'create role store_owner login createrole', 'create database vale owner store_owner')
    const url = `postgres://store_owner@127.0.0.1:${cluster.port}/vale`
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
    expect(await countHeldEvents(database, id)).toBe(1)
    expect(await createStoreAfterClosing(database)).toBe('conflict')
    // Without a store in the session, row-level security also hides the rows from the table owner.
    expect(await database.app.selectFrom('stores').select('id').execute()).toEqual([])
  },
)
