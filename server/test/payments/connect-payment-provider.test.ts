import { afterAll, describe, expect, test } from 'vitest'
import { formatId, type StoreId } from '../../src/ids.ts'
import { callbackUrl } from '../../src/payments/callback-url.ts'
import { connectPaymentProvider } from '../../src/payments/connections/connect-payment-provider.ts'
import { listConnections } from '../../src/payments/connections/list-connections.ts'
import { createPayments } from '../../src/payments/create-payments.ts'
import type { Credentials, ProviderName } from '../../src/payments/provider.ts'
import { sandboxCredentials } from '../../src/payments/sandbox/sandbox-credentials.ts'
import { readConfig } from '../../src/config/config.ts'
import { startFakeMercadopago } from '../providers/fake-mercadopago.ts'
import { startFakePaypal } from '../providers/fake-paypal.ts'
import type { FakeProvider } from '../providers/fake-provider.ts'
import { startFakeStripe } from '../providers/fake-stripe.ts'
import { SECRET_KEYS, startStore } from '../start-store.ts'

type Company = Exclude<ProviderName, 'sandbox'>

const PUBLIC_URL = 'https://shop.example'
const live = {
  stripe: await startFakeStripe(),
  mercadopago: await startFakeMercadopago(),
  paypal: await startFakePaypal(),
}
const trial = {
  stripe: await startFakeStripe({ mode: 'test' }),
  mercadopago: await startFakeMercadopago({ account: 'test' }),
  paypal: await startFakePaypal({ mode: 'sandbox' }),
}
const testUser = await startFakeMercadopago({ account: 'test user' })
afterAll(() => Promise.all([...Object.values(live), ...Object.values(trial), testUser].map((fake) => fake.close())))
const store = await startStore()

function paymentsAt(fake: FakeProvider, change: Record<string, string> = {}) {
  const urls = { STRIPE_URL: fake.url, MERCADOPAGO_URL: fake.url, PAYPAL_URL: fake.url }
  const env = { DATABASE_URL: store.databaseUrl, SECRET_KEYS, PUBLIC_URL, ...urls, ...change }
  return createPayments(store.database.app, readConfig(env))
}

async function connect(
  fake: FakeProvider,
  { storeId, name, credentials = fake.credentials, settings }: Attempt,
): Promise<void> {
  const payments = paymentsAt(fake, settings)
  fake.setCallbackUrl?.(callbackUrl(PUBLIC_URL, { storeId, provider: name }))
  const provider = await payments.connections.provider(name)
  await connectPaymentProvider(payments, { storeId, provider, credentials })
}

type Attempt = { storeId: StoreId; name: ProviderName; credentials?: Credentials; settings?: Record<string, string> }

const modesOf = async (storeId: StoreId) =>
  (await listConnections(store.database.app, storeId)).map(({ provider, mode }) => [provider, mode])

describe.each(['stripe', 'mercadopago', 'paypal'] as const)('%s', (name: Company) => {
  test('a live store connects live credentials only, and a test store test credentials only', async () => {
    const storeId = await store.createStore()
    await expect(connect(trial[name], { storeId, name })).rejects.toMatchObject({ code: 'test_store_only' })
    expect(await modesOf(storeId)).toEqual([])
    await connect(live[name], { storeId, name })
    expect(await modesOf(storeId)).toEqual([[name, 'live']])

    const testId = await store.createStore({ mode: 'test' })
    await expect(connect(live[name], { storeId: testId, name })).rejects.toMatchObject({ code: 'live_store_only' })
    await connect(trial[name], { storeId: testId, name })
    expect(await modesOf(testId)).toEqual([[name, 'test']])
  })

  test('credentials that the provider does not accept are refused and not stored', async () => {
    const storeId = await store.createStore()
    const credentials = live[name].otherCredentials
    const refused = connect(live[name], { storeId, name, credentials })
    await expect(refused).rejects.toMatchObject({ code: 'provider_refused' })
    live[name].behave({ failWith: 503 })
    await expect(connect(live[name], { storeId, name })).rejects.toMatchObject({ code: 'provider_unavailable' })
    live[name].behave({})
    expect(await modesOf(storeId)).toEqual([])
  })

  test('a live store needs an address that the provider can reach', async () => {
    const storeId = await store.createStore()
    for (const settings of [
      { PUBLIC_URL: '' },
      { PUBLIC_URL: 'http://shop.example' },
      { PUBLIC_URL: 'https://10.0.0.7' },
    ]) {
      const local = { storeId, name, settings }
      const { webhookId: _, ...credentials } = live[name].credentials
      const refused = connect(live[name], name === 'paypal' ? { ...local, credentials } : local)
      await expect(refused).rejects.toMatchObject({ code: 'not_configured' })
    }
    expect(await modesOf(storeId)).toEqual([])
  })
})

test('the production credentials of a test user of MercadoPago are test credentials', async () => {
  const [storeId, testId] = [await store.createStore(), await store.createStore({ mode: 'test' })]
  const refused = connect(testUser, { storeId, name: 'mercadopago' })
  await expect(refused).rejects.toMatchObject({ code: 'test_store_only' })
  await connect(testUser, { storeId: testId, name: 'mercadopago' })
})

test('a live store cannot connect the sandbox, a test store keeps its play money, and fields are checked', async () => {
  const [liveId, testId] = [await store.createStore(), await store.createStore({ mode: 'test' })]
  const { credentials } = live.stripe
  const attempts = [
    [{ storeId: liveId, name: 'sandbox', credentials: sandboxCredentials(liveId) }, 'test_store_only'],
    [{ storeId: testId, name: 'sandbox', credentials: sandboxCredentials(liveId) }, 'invalid_request'],
    [{ storeId: liveId, name: 'stripe', credentials: { ...credentials, secretKey: 'sk_live_no' } }, 'invalid_request'],
    [{ storeId: liveId, name: 'stripe', credentials: { ...credentials, webhookSecret: '' } }, 'invalid_request'],
    [{ storeId: liveId, name: 'stripe', credentials: { ...credentials, more: 'x' } }, 'invalid_request'],
    [{ storeId: liveId, name: 'stripe', settings: { SECRET_KEYS: '' } }, 'not_configured'],
  ] as const
  for (const [attempt, code] of attempts) {
    await expect(connect(live.stripe, attempt), attempt.name).rejects.toMatchObject({ code })
  }
  await connect(trial.stripe, { storeId: testId, name: 'stripe' })
  await connect(trial.stripe, { storeId: testId, name: 'sandbox', credentials: sandboxCredentials(testId) })
  expect(await modesOf(testId)).toEqual([
    ['sandbox', 'test'],
    ['stripe', 'test'],
  ])
})

test('a restricted key of Stripe without access to disputes is refused by the name of the permission', async () => {
  const storeId = await store.createStore()
  live.stripe.deny(['/v1/disputes'])
  await expect(connect(live.stripe, { storeId, name: 'stripe' })).rejects.toThrow('Disputes (read)')
  live.stripe.deny(['/v1/webhook_endpoints'])
  const { secretKey = '' } = live.stripe.credentials
  const withoutSecret = connect(live.stripe, { storeId, name: 'stripe', credentials: { secretKey } })
  await expect(withoutSecret).rejects.toThrow(`${PUBLIC_URL}/api/payments/1.0/stripe/${formatId('sto', storeId)}`)
  live.stripe.deny([])
})

test('without its secret the webhook of Stripe is created, and connecting again replaces it', async () => {
  const storeId = await store.createStore()
  const { secretKey = '' } = live.stripe.credentials
  await connect(live.stripe, { storeId, name: 'stripe', credentials: { secretKey } })
  await connect(live.stripe, { storeId, name: 'stripe', credentials: { secretKey } })
  const url = callbackUrl(PUBLIC_URL, { storeId, provider: 'stripe' })
  const created = live.stripe.webhookEndpoints.filter((endpoint) => endpoint.url === url)
  expect(created).toHaveLength(1)
  expect(created[0]?.enabled_events).toContain('charge.dispute.created')
  expect(await paymentsAt(live.stripe).connections.find(storeId, 'stripe')).toBeDefined()
})

test('without its id the webhook of PayPal is created once, and an id of another address is refused', async () => {
  const storeId = await store.createStore()
  const { webhookId = '', ...credentials } = live.paypal.credentials
  live.paypal.webhooks.length = 0
  const payments = paymentsAt(live.paypal)
  const provider = await payments.connections.provider('paypal')
  await connectPaymentProvider(payments, { storeId, provider, credentials })
  await connectPaymentProvider(payments, { storeId, provider, credentials })
  const url = callbackUrl(PUBLIC_URL, { storeId, provider: 'paypal' })
  expect(live.paypal.webhooks.map((webhook) => [webhook.id, webhook.url])).toEqual([[webhookId, url]])
  const elsewhere = { storeId: await store.createStore(), provider, credentials: live.paypal.credentials }
  await expect(connectPaymentProvider(payments, elsewhere)).rejects.toThrow('another address')
})

test('the database refuses a connection whose mode is not the mode of its store', async () => {
  const storeId = await store.createStore()
  const insert = store.query(
    "insert into provider_connections (store_id, provider, mode, key_id, sealed) values ($1, 'stripe', 'test', 'k', '')",
    [storeId],
  )
  await expect(insert).rejects.toThrow('provider_connections_mode_of_store')
})
