import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createProviderConnections } from '../../src/payments/connections/provider-connections.ts'
import { connectPaymentProvider } from '../../src/payments/connections/connect-payment-provider.ts'
import { disconnectPaymentProvider } from '../../src/payments/connections/disconnect-payment-provider.ts'
import { resealCredentials } from '../../src/payments/connections/reseal-credentials.ts'
import { createSealer, parseSealingKeys } from '../../src/seal.ts'
import { startFakeStripe } from '../providers/fake-stripe.ts'
import { startStore } from '../start-store.ts'
import { openShop } from './open-shop.ts'

const fake = await startFakeStripe()
afterAll(fake.close)
const store = await startStore({ env: { PUBLIC_URL: 'https://shop.example', STRIPE_URL: fake.url } })
const { app, reader } = store.database
const stripe = await store.payments.connections.provider('stripe')
const { credentials } = fake
const key = (id: string) => ({ id, key: randomBytes(32) })

async function createConnectedStore(sealer = store.payments.sealer) {
  const storeId = await store.createStore()
  await connectPaymentProvider({ ...store.payments, sealer }, { storeId, provider: stripe, credentials })
  return storeId
}

test('the database does not contain credentials in plain text', async () => {
  await createConnectedStore()
  const rows = await store.query<{ text: string }>(
    "select encode(sealed, 'escape') || key_id as text from provider_connections",
  )
  for (const { text } of rows) for (const secret of Object.values(credentials)) expect(text).not.toContain(secret)
})

test('sealed credentials that are copied to another store cannot be opened', async () => {
  const from = await createConnectedStore()
  const to = await createConnectedStore()
  await store.query(
    'update provider_connections t set sealed = f.sealed, key_id = f.key_id from provider_connections f where t.store_id = $1 and f.store_id = $2',
    [to, from],
  )
  await expect(
    createProviderConnections(app, { sealer: store.payments.sealer, providers: { stripe: async () => stripe } }).find(
      to,
      'stripe',
    ),
  ).rejects.toThrow('unable to authenticate data')
  await store.query('delete from provider_connections where store_id = $1', [to])
})

test('a sealed secret cannot be opened with a changed byte, with another key of the same name or without a key', async () => {
  const sealer = createSealer([key('k1')])
  const sealed = sealer.seal('secret', 'here')
  expect(sealer.open(sealed, 'here')).toBe('secret')
  expect(() => sealer.open(sealed, 'there')).toThrow('unable to authenticate data')
  expect(() => createSealer([key('k1')]).open(sealed, 'here')).toThrow('unable to authenticate data')
  expect(() => createSealer([]).open(sealed, 'here')).toThrow(/SECRET_KEYS/)
  expect(() => createSealer([]).seal('secret', 'here')).toThrow(/SECRET_KEYS/)
  for (let i = 0; i < sealed.sealed.length; i++) {
    const changed = Buffer.from(sealed.sealed)
    changed[i] = (changed[i] ?? 0) ^ 1
    expect(() => sealer.open({ ...sealed, sealed: changed }, 'here')).toThrow('unable to authenticate data')
  }
})

test('after resealing, the new key opens everything, and resealing again changes nothing', async () => {
  const [old, fresh] = [key('old'), key('new')]
  const storeId = await createConnectedStore(createSealer([old]))
  const both = createSealer([fresh, old, ...(parseSealingKeys(`t1:${Buffer.alloc(32, 7).toString('base64')}`) ?? [])])
  expect((await resealCredentials(app, reader, both)).resealed).toBeGreaterThan(0)
  expect(await resealCredentials(app, reader, both)).toMatchObject({ resealed: 0 })
  const connections = createProviderConnections(app, {
    sealer: createSealer([fresh]),
    providers: { stripe: async () => stripe },
  })
  expect(await connections.find(storeId, 'stripe')).toBeDefined()
})

test('keys that are too short, repeated or badly named are refused', () => {
  const good = `k1:${randomBytes(32).toString('base64')}`
  expect(parseSealingKeys(good)).toHaveLength(1)
  expect(parseSealingKeys('')).toEqual([])
  for (const bad of [
    'k1',
    'k1:',
    `k1:${randomBytes(31).toString('base64')}`,
    `${good},${good}`,
    `K 1:${good.slice(3)}`,
  ]) {
    expect(parseSealingKeys(bad), bad).toBeUndefined()
  }
})

test('callbacks of a disconnected store are refused within seconds', async () => {
  const shop = await openShop(store)
  const checkoutId = await shop.open()
  await disconnectPaymentProvider(app, { storeId: shop.storeId, provider: 'sandbox' })
  await expect.poll(async () => (await shop.pay(checkoutId)).status, { interval: 200 }).toBe(404)
}, 15_000)
