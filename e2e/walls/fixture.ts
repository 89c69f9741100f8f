import type { Cluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import type { StoreId } from '../../server/src/ids.ts'
import { migrate } from '../../server/src/setup/migrate.ts'
import { createStore } from '../../server/src/stores/create-store.ts'
import { createLeakFinder, type LeakFinder } from './find-leaks.ts'
import { type Account, addInvitation, addMember, addToken } from './fixtures/accounts.ts'
import { addBan, addCategory, addParkedPayment, addServer } from './fixtures/catalog.ts'
import { addFailedEvent, addOtherRows } from './fixtures/payments.ts'
import { addHeldSale, addProcessedSale, addRedelivery, addSale } from './fixtures/sales.ts'
import { addAllSignInMethods } from './fixtures/sign-in.ts'
import { createFingerprints, readTenantTables } from './row-fingerprints.ts'
import {
  type Connections,
  MARKERS,
  openConnections,
  type StoreContext,
  type Stores,
  uniqueName,
} from './store-context.ts'
import { createTwin } from './twin.ts'

/** The stores and accounts of one database, and tools to watch its rows. */
export type Fixture = {
  connections: Connections
  stores: Stores
  contexts: Record<'own' | 'foreign', StoreContext>
  owners: Record<'own' | 'foreign', Account>
  fingerprints: ReturnType<typeof createFingerprints>
  twin: ReturnType<typeof createTwin>
  leaks: LeakFinder
  emptyStore: { storeId: StoreId; owner: Account }
  /** A key of the games interfaces, which the management API must reject. */
  serverKey: string
}

export const TEMPLATE = 'walls_template'
/** Lower than any other id, so that a statement without a tenant filter finds the rows of the twin first. */
const TWIN = '00000000-0000-7000-8000-000000000001' as StoreId

/** Creates the database that is cloned for each run: two stores with rows in all tables, and a twin of the first. */
export async function createTemplate(cluster: Cluster): Promise<Stores> {
  const url = await createDatabase(cluster, { name: TEMPLATE })
  await migrate(url)
  const connections = openConnections(url)
  try {
    const own = await addFilledStore(connections, MARKERS.own)
    const foreign = await addFilledStore(connections, MARKERS.foreign)
    const stores = { own, foreign, twin: TWIN }
    await createTwin(connections, await readTenantTables(connections), stores).copyRows()
    return stores
  } finally {
    await connections.close()
  }
}

export async function openFixture(databaseUrl: string, stores: Stores): Promise<Fixture> {
  const connections = openConnections(databaseUrl)
  const tables = await readTenantTables(connections)
  const own = { ...connections, storeId: stores.own, marker: MARKERS.own }
  const foreign = { ...connections, storeId: stores.foreign, marker: MARKERS.foreign }
  const owners = { own: await addMember(own, 'owner'), foreign: await addMember(foreign, 'owner') }
  await addAllSignInMethods(connections, owners.foreign)
  const emptyStoreId = await addStore(connections, 'empty')
  return {
    connections,
    stores,
    contexts: { own, foreign },
    owners,
    fingerprints: createFingerprints(connections, tables),
    twin: createTwin(connections, tables, stores),
    leaks: await createLeakFinder(connections, { tables, stores, stranger: owners.foreign.accountId }),
    emptyStore: {
      storeId: emptyStoreId,
      owner: await addMember({ ...connections, storeId: emptyStoreId }, 'owner'),
    },
    serverKey: (await addServer(own)).key,
  }
}

export async function addFilledStore(connections: Connections, marker: string): Promise<StoreId> {
  const storeId = await addStore(connections, marker)
  await fillStore({ ...connections, storeId, marker })
  return storeId
}

async function addStore({ database }: Connections, marker: string): Promise<StoreId> {
  const { id } = await createStore(database.app, {
    name: uniqueName({ marker }),
    url: `${uniqueName({ marker })}.example`,
    plan: 'BASIC',
    currency: 'BRL',
    expiresAt: null,
    mode: 'test',
  })
  return id
}

/** Adds rows to every table of a store. */
export async function fillStore(context: StoreContext): Promise<void> {
  await addCategory(context)
  await addSale(context)
  await addHeldSale(context)
  await addProcessedSale(context)
  await addRedelivery(context)
  await addBan(context)
  await addFailedEvent(context)
  await addParkedPayment(context)
  await addOtherRows(context)
  await addInvitation(context)
  await addMember(context, 'owner', uniqueName(context))
  await addToken(context, { name: uniqueName(context), storeId: context.storeId, scopes: ['store:read'] })
}
