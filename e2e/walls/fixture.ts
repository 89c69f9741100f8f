import type { Cluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import type { StoreId } from '../../server/src/ids.ts'
import { migrate } from '../../server/src/setup/migrate.ts'
import { createStore } from '../../server/src/stores/create-store.ts'
import type { Defer } from '../kit/run-harness.ts'
import { createLeakFinder } from './find-leaks.ts'
import { addInvitation, addMember, addToken } from './fixtures/accounts.ts'
import { addBan, addCategory, addParkedPayment, addServer } from './fixtures/catalog.ts'
import { addFailedEvent, addOtherRows } from './fixtures/payments.ts'
import { addHeldSale, addLateReport, addProcessedSale, addRedelivery, addSale } from './fixtures/sales.ts'
import { addAllSignInMethods } from './fixtures/sign-in.ts'
import { addStorefrontRows } from './fixtures/storefront.ts'
import { createFingerprints, readTenantTables } from './row-fingerprints.ts'
import { disableRowLevelSecurity } from './row-level-security.ts'
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
export type Fixture = Awaited<ReturnType<typeof openFixture>>

const TEMPLATE = 'walls_template'
/** Lower than any other id, so that a statement without a tenant filter finds the rows of the twin first. */
const TWIN = '00000000-0000-7000-8000-000000000001' as StoreId

/** The database that is cloned for each run, and its stores. */
export type Template = { clusterUrl: string; stores: Stores }

/** Creates the database that is cloned for each run: two stores with rows in all tables, and a twin of the first. */
export async function createTemplate(cluster: Cluster): Promise<Template> {
  const url = await createDatabase(cluster, { name: TEMPLATE })
  await migrate(url)
  const connections = openConnections(url)
  await raiseLimits(connections)
  const own = await addFilledStore(connections, MARKERS.own)
  const foreign = await addFilledStore(connections, MARKERS.foreign)
  const stores = { own, foreign, twin: TWIN }
  await createTwin(connections, await readTenantTables(connections), stores).copyRows()
  await connections.close()
  return { clusterUrl: cluster.url, stores }
}

/** Clones the template. The clone is removed at the end. */
export async function openFixture(
  defer: Defer,
  { clusterUrl, stores }: Template,
  { rowLevelSecurity }: { rowLevelSecurity: boolean },
) {
  const databaseUrl = await createDatabase({ url: clusterUrl }, { template: TEMPLATE })
  defer(() => dropDatabase({ url: clusterUrl }, databaseUrl))
  const connections = openConnections(databaseUrl)
  defer(() => connections.close())
  const tables = await readTenantTables(connections)
  const own = await createContext(stores.own, MARKERS.own)
  const foreign = await createContext(stores.foreign, MARKERS.foreign)
  await addAllSignInMethods(foreign)
  if (!rowLevelSecurity) await disableRowLevelSecurity(connections)
  return {
    databaseUrl,
    connections,
    stores,
    /** With the owner of each store. */
    contexts: { own, foreign, empty: await createContext(await addStore(connections, 'empty'), 'empty') },
    fingerprints: createFingerprints(connections, tables),
    twin: createTwin(connections, tables, stores),
    leaks: await createLeakFinder(connections, { tables, stores, stranger: foreign.account.accountId }),
    /** A key of the games interfaces, which the management API must reject. */
    serverKey: (await addServer(own)).key,
  }

  async function createContext(storeId: StoreId, marker: string) {
    const context = { ...connections, storeId, marker }
    return { ...context, account: await addMember(context, 'owner') }
  }
}

/** Every request has its own servers, products, hosts and members, in one store. */
export async function raiseLimits({ query }: Connections): Promise<void> {
  await query("update limits set maximum = 1000000 where name in ('servers', 'products', 'hosts', 'members')")
}

export async function addFilledStore(connections: Connections, marker: string): Promise<StoreId> {
  const storeId = await addStore(connections, marker)
  await fillStore({ ...connections, storeId, marker })
  return storeId
}

async function addStore({ database }: Connections, marker: string): Promise<StoreId> {
  const name = uniqueName({ marker })
  const plan = { plan: 'BASIC', currency: 'BRL', expiresAt: null, mode: 'test' } as const
  return (await createStore(database.app, { name, url: `${name}.example`, ...plan })).id
}

/** Adds rows to every table of a store. */
export async function fillStore(context: StoreContext): Promise<void> {
  await addCategory(context)
  await addSale(context)
  await addHeldSale(context)
  await addLateReport(context)
  await addProcessedSale(context)
  await addRedelivery(context)
  await addBan(context)
  await addFailedEvent(context)
  await addParkedPayment(context)
  await addOtherRows(context)
  await addStorefrontRows(context)
  await addInvitation(context)
  await addMember(context, 'owner', uniqueName(context))
  await addToken(context, { name: uniqueName(context), storeId: context.storeId, scopes: ['store:read'] })
}
