import { randomBytes } from 'node:crypto'
import type { Cluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import pg from 'pg'
import { saveProduct } from '../../../server/src/catalog/save-product.ts'
import { readConfig } from '../../../server/src/config.ts'
import { type Database, openDatabase } from '../../../server/src/db/database.ts'
import { migrate } from '../../../server/src/setup/migrate.ts'
import { addGameServer } from '../../../server/src/delivery/add-game-server.ts'
import type { CheckoutId, ProductId, StoreId } from '../../../server/src/ids.ts'
import { connectProviderCredentials } from '../../../server/src/payments/connections/connect-provider.ts'
import { openPayments, type Payments } from '../../../server/src/payments/open-payments.ts'
import type { Credentials, ProviderName } from '../../../server/src/payments/provider.ts'
import { sandboxCredentials } from '../../../server/src/payments/sandbox/sandbox-credentials.ts'
import { startPayment } from '../../../server/src/payments/start-payment.ts'
import { createStore } from '../../../server/src/stores/create-store.ts'
import type { StoreMode } from '../../../server/src/stores/store.ts'
import { type Outside, startOutside } from './start-outside.ts'

export type Shop = { storeId: StoreId; productId: ProductId; credentials: Map<ProviderName, Credentials> }

export type World = {
  outside: Outside
  /** What the server process is started with. */
  settings: Record<string, string> & { DATABASE_URL: string }
  live: Shop
  test: Shop
  /** Connected alike, with other secrets. */
  otherLive: Shop
  otherTest: Shop
  /** Opens a checkout and its page, as a buyer would. */
  open: (shop: Shop, provider: ProviderName) => Promise<{ checkoutId: CheckoutId; pageRef: string }>
  /** Past the product, as the superuser. */
  query: <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>
  /** Whatever must not stand in a log. */
  secrets: string[]
  close: () => Promise<void>
}

/** A database, the providers outside, a live store at all three of them, a test store, and a stranger for each. */
export async function openWorld(cluster: Cluster): Promise<World> {
  const outside = await startOutside()
  const databaseUrl = await createDatabase(cluster)
  await migrate(databaseUrl)
  const database = openDatabase({ url: databaseUrl, poolSize: 3 })
  const admin = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const sealingKey = randomBytes(32).toString('base64')
  const settings = {
    DATABASE_URL: databaseUrl,
    SECRET_KEYS: `f1:${sealingKey}`,
    PUBLIC_URL: 'https://shop.example',
    STRIPE_URL: outside.fakes.stripe.url,
    MERCADOPAGO_URL: outside.fakes.mercadopago.url,
    PAYPAL_URL: outside.fakes.paypal.url,
  }
  const parts = { database, payments: openPayments(database.app, readConfig(settings)) }

  const { stripe, mercadopago, paypal } = outside.fakes
  const fakes = Object.entries({ stripe, mercadopago, paypal }) as [ProviderName, (typeof outside.fakes)['stripe']][]
  const live = await openShop(parts, 'live', new Map(fakes.map(([name, fake]) => [name, fake.credentials])))
  const otherLive = await openShop(parts, 'live', new Map(fakes.map(([name, fake]) => [name, fake.otherCredentials])))
  const test = await openShop(parts, 'test', new Map())
  const otherTest = await openShop(parts, 'test', new Map())
  const entered = [live, otherLive, test, otherTest].flatMap(({ credentials }) => [...credentials.values()])
  const query: World['query'] = async (text, values = []) => (await admin.query(text, values)).rows

  return {
    outside,
    settings,
    live,
    test,
    otherLive,
    otherTest,
    query,
    secrets: [sealingKey, ...entered.flatMap(secretsIn)],
    async open({ storeId, productId }, provider) {
      const sale = { storeId, gameUserId: '42', items: [{ productId, quantity: 1 }], serverId: null, reference: null }
      const { checkoutId } = await startPayment(parts.payments, { sale, provider })
      // The provider must not be asked about it behind our back: only a callback may tell.
      const [row] = await query<{ page_ref: string }>(
        'update payments set reconcile_at = null where checkout_id = $1 returning page_ref',
        [checkoutId],
      )
      if (!row) throw new Error('the checkout has no payment')
      return { checkoutId, pageRef: row.page_ref }
    },
    async close() {
      await database.close()
      await admin.end()
      await outside.close()
    },
  }
}

/** The mode of an account and the id of a store are no secrets; whatever else an owner enters is. */
function secretsIn(credentials: Credentials): string[] {
  return Object.entries(credentials).flatMap(([name, value]) => (name === 'mode' || name === 'store' ? [] : [value]))
}

async function openShop(
  { database, payments }: { database: Database; payments: Payments },
  mode: StoreMode,
  credentials: Shop['credentials'],
): Promise<Shop> {
  const { app } = database
  const store = { name: 'Vale', url: 'vale.example', plan: 'BASIC', currency: 'BRL', expiresAt: null, mode }
  const { id: storeId } = await createStore(app, store)
  await addGameServer(app, { storeId, name: 'one', game: null, profile: 'standard', cell: 'fz' })
  const { id: productId } = await saveProduct(app, {
    storeId,
    name: 'VIP ⚔',
    price: '19.90',
    commands: { approve: ['addvip {userId}'], refund: [], expire: [] },
    durationSeconds: null,
    serverIds: [],
    buyerChoosesServer: false,
  })
  if (mode === 'test') credentials.set('sandbox', sandboxCredentials(storeId))
  for (const [name, entered] of credentials) {
    const provider = await payments.accounts.provider(name)
    await connectProviderCredentials(app, { sealer: payments.sealer, storeId, provider, credentials: entered })
  }
  return { storeId, productId, credentials }
}
