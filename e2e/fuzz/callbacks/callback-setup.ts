import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { readConfig } from '../../../server/src/config.ts'
import { openDatabase } from '../../../server/src/db/database.ts'
import { type CheckoutId, parseId, type ProductId, type StoreId } from '../../../server/src/ids.ts'
import { createPayments } from '../../../server/src/payments/create-payments.ts'
import type { Credentials, ProviderName } from '../../../server/src/payments/provider.ts'
import { startPayment } from '../../../server/src/payments/start-payment.ts'
import type { Defer } from '../../kit/run-harness.ts'
import { type Product, startProduct } from '../../kit/start-product.ts'
import { createOwner, createTestStore, type Owner } from '../../kit/test-store.ts'
import { type Providers, startProviders } from './start-providers.ts'

export type ConnectedStore = {
  storeId: string
  productId: string
  credentials: Partial<Record<ProviderName, Credentials>>
}

export type CallbackSetup = Product & {
  providers: Providers
  live: ConnectedStore
  test: ConnectedStore
  /** Connected to the same providers, with other credentials. */
  otherLive: ConnectedStore
  otherTest: ConnectedStore
  /** Opens a checkout with its payment page. */
  openCheckout: (store: ConnectedStore, provider: ProviderName) => Promise<{ checkoutId: CheckoutId; pageRef: string }>
  query: <T extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<T[]>
  /** Values that the log must not contain. */
  secrets: string[]
}

/** Starts the product and fake providers, and creates two live stores and two test stores. */
export async function createCallbackSetup(defer: Defer): Promise<CallbackSetup> {
  const providers = await startProviders()
  defer(() => providers.close())
  const { stripe, mercadopago, paypal } = providers.fakes
  const sealingKey = randomBytes(32).toString('base64')
  const settings = {
    SECRET_KEYS: `f1:${sealingKey}`,
    PUBLIC_URL: 'https://shop.example',
    STRIPE_URL: stripe.url,
    MERCADOPAGO_URL: mercadopago.url,
    PAYPAL_URL: paypal.url,
  }
  const product = await startProduct(defer, { settings: { LOG_LEVEL: 'trace', ...settings } })
  const { databaseUrl, server } = product
  const database = openDatabase({ url: databaseUrl, poolSize: 3 })
  defer(() => database.close())
  const superuser = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  defer(() => superuser.end())
  const payments = createPayments(database.app, readConfig({ ...settings, DATABASE_URL: databaseUrl }))
  const query: CallbackSetup['query'] = async (text, values = []) => (await superuser.query(text, values)).rows

  const owner = await createOwner({ url: server.url, databaseUrl })
  const connect = (of: 'credentials' | 'otherCredentials') =>
    connectStore(owner, 'live', { stripe: stripe[of], mercadopago: mercadopago[of], paypal: paypal[of] })
  const connectTest = () =>
    connectStore(owner, 'test', { sandbox: { secret: `whsec_${randomBytes(24).toString('base64')}` } })
  const [live, otherLive] = [await connect('credentials'), await connect('otherCredentials')]
  const [test, otherTest] = [await connectTest(), await connectTest()]
  const credentials = [live, otherLive, test, otherTest].flatMap((store) => Object.values(store.credentials))

  return {
    ...product,
    providers,
    live,
    test,
    otherLive,
    otherTest,
    query,
    secrets: [sealingKey, ...credentials.flatMap(findSecrets)],
    async openCheckout({ storeId, productId }, provider) {
      const sale = {
        storeId: parse<StoreId>('sto', storeId),
        gameUserId: '42',
        items: [{ productId: parse<ProductId>('prd', productId), quantity: 1 }],
        serverId: null,
        reference: null,
      }
      const { checkoutId } = await startPayment(payments, { sale, provider })
      // Without this, the server would ask the provider about the payment. Here only callbacks may report it.
      const [row] = await query<{ page_ref: string }>(
        'update payments set reconcile_at = null where checkout_id = $1 returning page_ref',
        [checkoutId],
      )
      if (!row) throw new Error('The checkout has no payment')
      return { checkoutId, pageRef: row.page_ref }
    },
  }
}

async function connectStore(
  owner: Owner,
  mode: 'live' | 'test',
  credentials: ConnectedStore['credentials'],
): Promise<ConnectedStore> {
  const { storeId, addProduct } = await createTestStore(owner, { mode })
  const productId = await addProduct({ name: 'VIP ⚔', priceMinor: 1_990 })
  for (const [provider, entered] of Object.entries(credentials)) {
    await owner.manage.connectPaymentProvider({ storeId, provider, credentials: entered })
  }
  return { storeId, productId, credentials }
}

/** The mode of an account is not secret. */
function findSecrets(credentials: Credentials): string[] {
  return Object.entries(credentials).flatMap(([name, value]) => (name === 'mode' ? [] : [value]))
}

function parse<T extends StoreId | ProductId>(prefix: 'sto' | 'prd', text: string): T {
  const id = parseId(prefix, text)
  if (id === undefined) throw new Error(`${text} is not an id`)
  return id as T
}
