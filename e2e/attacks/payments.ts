import { join } from 'node:path'
import { parseId, type ProductId, type StoreId } from '../../server/src/ids.ts'
import type { Credentials } from '../../server/src/payments/provider.ts'
import { postCallback } from '../../server/test/providers/callback-sender.ts'
import { startFakeMercadopago } from '../../server/test/providers/fake-mercadopago.ts'
import { startFakePaypal } from '../../server/test/providers/fake-paypal.ts'
import type { FakeProvider } from '../../server/test/providers/fake-provider.ts'
import { startFakeStripe } from '../../server/test/providers/fake-stripe.ts'
import { query } from '../kit/query.ts'
import { type Attack, refused, type Target } from './attack.ts'

const API_URL = 'https://shop.example'
const MADE_UP = { secretKey: `sk_live_${'0'.repeat(24)}`, webhookSecret: `whsec_${'0'.repeat(24)}` }
const NO_REAL_MONEY = /^(test_store_only|provider_refused|live_store_only):/

type Name = 'stripe' | 'mercadopago' | 'paypal'

/** Attacks with play money, and with credentials that no provider knows. */
export const ATTACKS: Attack[] = [
  enter('test keys of Stripe', 'stripe', () => startFakeStripe({ mode: 'test' })),
  enter('test credentials of MercadoPago', 'mercadopago', () => startFakeMercadopago({ account: 'test' })),
  enter('a test user of MercadoPago', 'mercadopago', () => startFakeMercadopago({ account: 'test user' })),
  enter('a sandbox app of PayPal', 'paypal', () => startFakePaypal({ mode: 'sandbox' })),
  enter('a made-up live key of Stripe', 'stripe', startFakeStripe, MADE_UP),
  {
    name: 'have the callbacks of a live store sent to an address that no provider can reach',
    async run(target) {
      const fake = await startFakeStripe()
      target.defer(fake.close)
      const { connect } = await openStore(target, { fake, provider: 'stripe', apiUrl: 'http://store.localhost:8080' })
      return refused(connect(fake.credentials), /^not_configured:/, 'the store is connected')
    },
  },
  buy('a signed test event of Stripe', 'stripe', async () => {
    const fake = await startFakeStripe()
    return { fake, pay: (pageRef) => ((fake.purchaseOf(pageRef).livemode = false), fake.pay(pageRef)) }
  }),
  buy('a test payment at MercadoPago', 'mercadopago', async () => {
    const fake = await startFakeMercadopago()
    return {
      fake,
      pay: (pageRef) => (fake.change(fake.startPix(pageRef), { liveMode: false }), fake.pay(pageRef)),
    }
  }),
  buy('an answer of the sandbox of PayPal', 'paypal', async () => {
    const fake = await startFakePaypal()
    return { fake, pay: (pageRef) => (fake.answerAs('sandbox'), fake.pay(pageRef)) }
  }),
]

/** The owner, or someone in their name, enters credentials that move no real money into a live store. */
function enter(what: string, provider: Name, start: () => Promise<FakeProvider>, entered?: Credentials): Attack {
  return {
    name: `connect a live store with ${what}`,
    async run(target) {
      const fake = await start()
      target.defer(fake.close)
      const { connect } = await openStore(target, { fake, provider })
      return refused(connect(entered ?? fake.credentials), NO_REAL_MONEY, 'the store is connected')
    },
  }
}

type Payer = { fake: FakeProvider; pay: (pageRef: string) => Promise<void> }

/** A player pays a checkout of a live store with play money. The callback is signed. */
function buy(what: string, provider: Name, start: () => Promise<Payer>): Attack {
  return {
    name: `take the goods of a live store with ${what}`,
    async run(target) {
      const { fake, pay } = await start()
      target.defer(fake.close)
      fake.behave({ withhold: true })
      const { connect, url, storeId, settings, productId } = await openStore(target, { fake, provider })
      await connect(fake.credentials)
      const { readConfig, openDatabase, createPayments, startPayment } = await loadProduct(target)
      const database = openDatabase({ url: target.databaseUrl, poolSize: 2 })
      target.defer(() => database.close())
      const items = [{ productId: parseId<ProductId>('prd', productId) as ProductId, quantity: 1 }]
      const sale = { storeId: parseId<StoreId>('sto', storeId) as StoreId, gameUserId: '42', items }
      const config = readConfig({ ...settings, DATABASE_URL: target.databaseUrl })
      const started = { sale: { ...sale, serverId: null, reference: null }, provider }
      const { checkoutId } = await startPayment(createPayments(database.app, config), started)
      const find = 'select c.state, p.page_ref from checkouts c join payments p on p.checkout_id = c.id where c.id = $1'
      const read = async () =>
        (await query<{ state: string; page_ref: string }>(target.databaseUrl, find, [checkoutId]))[0]
      await pay((await read())?.page_ref ?? '')
      const callback = fake.signedCallbacks.at(-1)
      if (!callback) throw new Error('the provider sent no callback')
      const { search } = new URL(callback.url)
      const status = await postCallback({ ...callback, url: `${url}/api/payments/1.0/${provider}/${storeId}${search}` })
      const state = (await read())?.state
      if (state !== 'open') return `the checkout is ${state}`
      // Parked for the staff, or refused.
      if (status !== 200 && status !== 400) throw new Error(`the callback was answered with ${status}`)
      return undefined
    },
  }
}

/** The attacked version, because it knows the tables. */
async function loadProduct({ root }: Target) {
  const load = async <Module>(file: string) => (await import(join(root, 'server/src', file))) as Module
  return {
    ...(await load<typeof import('../../server/src/config/config.ts')>('config/config.ts')),
    ...(await load<typeof import('../../server/src/db/database.ts')>('db/database.ts')),
    ...(await load<typeof import('../../server/src/payments/create-payments.ts')>('payments/create-payments.ts')),
    ...(await load<typeof import('../../server/src/payments/start-payment.ts')>('payments/start-payment.ts')),
  }
}

/** A live store on a server that can reach the provider. */
async function openStore(
  target: Target,
  { fake, provider, apiUrl = API_URL }: { fake: FakeProvider; provider: Name; apiUrl?: string },
) {
  const urls = { STRIPE_URL: fake.url, MERCADOPAGO_URL: fake.url, PAYPAL_URL: fake.url }
  const settings = {
    SECRET_KEYS: `a1:${Buffer.alloc(32, 9).toString('base64')}`,
    PUBLIC_URL: 'https://store.localhost',
    API_URL: apiUrl,
    ...urls,
  }
  const { url } = await target.startServer(settings)
  const owner = await target.createOwner({ url })
  const { storeId, addProduct } = await target.createStore(owner)
  // Other servers of this run have other keys and would not start.
  const forget = 'delete from provider_connections where store_id = $1'
  target.defer(() => query(target.databaseUrl, forget, [parseId<StoreId>('sto', storeId)]))
  fake.setCallbackUrl?.(`${apiUrl}/api/payments/1.0/${provider}/${storeId}`)
  const connect = (credentials: Credentials) => owner.manage.connectPaymentProvider({ storeId, provider, credentials })
  return { url, storeId, settings, connect, productId: await addProduct({ priceMinor: 1_990 }) }
}
