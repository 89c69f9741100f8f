import { randomBytes } from 'node:crypto'
import { readConfig } from '../../../server/src/config/config.ts'
import { inStore, openDatabase } from '../../../server/src/db/database.ts'
import { type CheckoutId, parseId, type ProductId, type StoreId } from '../../../server/src/ids.ts'
import { storeConnection } from '../../../server/src/payments/connections/store-connection.ts'
import { createPayments, type Payments } from '../../../server/src/payments/create-payments.ts'
import type { Credentials, ProviderName } from '../../../server/src/payments/provider.ts'
import { startPayment } from '../../../server/src/payments/start-payment.ts'
import { startFakeMercadopago } from '../../../server/test/providers/fake-mercadopago.ts'
import { makeCertificate } from '../../../server/test/providers/fake-paypal-certificate.ts'
import { startFakePaypal } from '../../../server/test/providers/fake-paypal.ts'
import type { FakeProvider } from '../../../server/test/providers/fake-provider.ts'
import { startFakeStripe } from '../../../server/test/providers/fake-stripe.ts'
import { listen } from '../../kit/game/listen.ts'
import { query } from '../../kit/query.ts'
import type { Defer } from '../../kit/run-harness.ts'
import { startProduct } from '../../kit/start-product.ts'
import { createOwner, createTestStore, type Owner } from '../../kit/test-store.ts'

const API_URL = 'https://shop.example'

export type ConnectedStore = {
  storeId: string
  productId: string
  credentials: Partial<Record<ProviderName, Credentials>>
}

export type CallbackSetup = Awaited<ReturnType<typeof createCallbackSetup>>

export type OpenCheckout = { checkoutId: CheckoutId; pageRef: string }

/** Starts the product and fake providers, and creates two live stores and two test stores. */
export async function createCallbackSetup(defer: Defer) {
  const providers = await startProviders(defer)
  const { stripe, mercadopago, paypal } = providers.fakes
  const sealingKey = randomBytes(32).toString('base64')
  const settings = {
    SECRET_KEYS: `f1:${sealingKey}`,
    PUBLIC_URL: 'https://store.localhost',
    API_URL,
    STRIPE_URL: stripe.url,
    MERCADOPAGO_URL: mercadopago.url,
    PAYPAL_URL: paypal.url,
  }
  const product = await startProduct(defer, { settings: { LOG_LEVEL: 'trace', ...settings } })
  const { databaseUrl, server } = product
  const database = openDatabase({ url: databaseUrl, poolSize: 3 })
  defer(() => database.close())
  const payments = createPayments(database.app, readConfig({ ...settings, DATABASE_URL: databaseUrl }))

  const owner = await createOwner({ url: server.url, databaseUrl })
  const connectLive = async (of: 'credentials' | 'otherCredentials') => {
    const store = await createConnectedStore(owner, 'live')
    for (const [name, fake] of Object.entries(providers.fakes)) {
      const provider = name as keyof typeof providers.fakes
      store.credentials[provider] = fake[of]
      // The fake providers know one account, so the other one is stored without asking them.
      if (of === 'otherCredentials') await connectUnchecked(payments, { store, provider })
      else await connectChecked(owner, { store, provider, fake })
    }
    return store
  }
  const connectTest = async () => {
    const store = await createConnectedStore(owner, 'test')
    store.credentials.sandbox = { secret: `whsec_${randomBytes(24).toString('base64')}` }
    await connectChecked(owner, { store, provider: 'sandbox' })
    return store
  }
  // Both stores have the same providers, with different credentials.
  const live = { own: await connectLive('credentials'), other: await connectLive('otherCredentials') }
  const test = { own: await connectTest(), other: await connectTest() }
  const credentials = [live.own, live.other, test.own, test.other]
    .flatMap((store) => Object.values(store.credentials))
    .flatMap((entered) => Object.entries(entered))

  return {
    ...product,
    ...providers,
    live,
    test,
    /** The log must not contain them. The mode of an account is not secret. */
    secrets: [sealingKey, ...credentials.filter(([name]) => name !== 'mode').map(([, value]) => value)],
    /** Opens a checkout with its payment page. */
    async openCheckout({ storeId, productId }: ConnectedStore, provider: ProviderName): Promise<OpenCheckout> {
      const sale = {
        storeId: parseId<StoreId>('sto', storeId) as StoreId,
        gameUserId: '42',
        items: [{ productId: parseId<ProductId>('prd', productId) as ProductId, quantity: 1 }],
        serverId: null,
        reference: null,
      }
      const { checkoutId } = await startPayment(payments, { sale, provider })
      // Without this, the server would ask the provider about the payment. Here only callbacks may report it.
      const [row] = await query<{ page_ref: string }>(
        databaseUrl,
        'update payments set reconcile_at = null where checkout_id = $1 returning page_ref',
        [checkoutId],
      )
      if (!row) throw new Error('The checkout has no payment')
      return { checkoutId, pageRef: row.page_ref }
    },
  }
}

async function createConnectedStore(owner: Owner, mode: 'live' | 'test'): Promise<ConnectedStore> {
  const { storeId, addProduct } = await createTestStore(owner, { mode })
  const productId = await addProduct({ name: 'VIP ⚔', priceMinor: 1_990 })
  return { storeId, productId, credentials: {} }
}

type Connecting = { store: ConnectedStore; provider: ProviderName; fake?: FakeProvider }

async function connectChecked(owner: Owner, { store, provider, fake }: Connecting): Promise<void> {
  const { storeId, credentials } = store
  fake?.setCallbackUrl?.(`${API_URL}/api/payments/1.0/${provider}/${storeId}`)
  await owner.manage.connectPaymentProvider({ storeId, provider, credentials: credentials[provider] ?? {} })
}

async function connectUnchecked({ db, sealer }: Payments, { store, provider }: Connecting): Promise<void> {
  const storeId = parseId<StoreId>('sto', store.storeId) as StoreId
  const credentials = store.credentials[provider] ?? {}
  await inStore(db, storeId, (tx) => storeConnection(tx, { sealer, storeId, provider, mode: 'live', credentials }))
}

export type Providers = Awaited<ReturnType<typeof startProviders>>

/** Starts the three providers, which create callbacks without sending them, and the impostor. */
async function startProviders(defer: Defer) {
  /** PayPal signs with it. */
  const paypalKey = makeCertificate()
  const fakes = {
    stripe: await startFakeStripe(),
    mercadopago: await startFakeMercadopago(),
    paypal: await startFakePaypal({ certificate: paypalKey }),
  }
  for (const fake of Object.values(fakes)) {
    fake.behave({ withhold: true })
    defer(fake.close)
  }
  return { fakes, paypalKey, impostor: await startImpostor(defer) }
}

/** A server that offers a certificate like PayPal's. The product must never connect to it. */
async function startImpostor(defer: Defer) {
  const key = makeCertificate()
  const { url, server, close } = await listen((_request, response) => void response.end(key.pem))
  defer(close)
  let calls = 0
  server.on('connection', () => calls++)
  return { url, key, calls: () => calls }
}
