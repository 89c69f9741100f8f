import { afterAll, expect, test } from 'vitest'
import { PROVIDERS } from '../../src/payments/provider.ts'
import { startFakeStripe } from '../providers/fake-stripe.ts'
import { startManagement } from './start-management.ts'

const fake = await startFakeStripe()
afterAll(fake.close)
const platform = await startManagement({ env: { API_URL: 'https://shop.example', STRIPE_URL: fake.url } })

test('the credentials of a provider are stored, never returned, and deleted', async () => {
  const { storeId, request } = await platform.createStoreAs('owner')
  const providers = (await request('GET', '/payment-providers')).body.items
  expect(providers.map(({ name, isConnected }) => [name, isConnected])).toEqual(PROVIDERS.map((name) => [name, false]))
  const stripe = providers.find(({ name }) => name === 'stripe') as { fields: { name: string; isOptional: boolean }[] }
  expect(stripe.fields.map(({ name, isOptional }) => [name, isOptional])).toEqual([
    ['secretKey', false],
    ['webhookSecret', true],
  ])
  const { credentials } = fake
  const { secretKey: _, ...incomplete } = credentials
  expect((await request('PUT', '/payment-providers/stripe', { credentials: incomplete })).status).toBe(400)
  const madeUp = { credentials: { secretKey: `sk_live_${'x'.repeat(24)}` } }
  expect(await request('PUT', '/payment-providers/stripe', madeUp)).toMatchObject({
    status: 502,
    body: { code: 'provider_refused' },
  })
  expect((await request('PUT', '/payment-providers/stripe', { credentials })).status).toBe(204)
  const connected = await request('GET', '/payment-providers')
  for (const secret of Object.values(credentials)) expect(connected.text).not.toContain(secret)
  expect(connected.body.items[1]).toMatchObject({ name: 'stripe', isConnected: true, mode: 'live' })
  const log = await platform.query('select details::text from audit_log where store_id = $1', [storeId])
  expect(JSON.stringify(log)).toContain('webhookSecret')
  for (const secret of Object.values(credentials)) expect(JSON.stringify(log)).not.toContain(secret)
  expect((await request('DELETE', '/payment-providers/stripe')).status).toBe(204)
  expect((await request('DELETE', '/payment-providers/stripe')).status).toBe(404)
  expect((await request('PUT', '/payment-providers/gold', { credentials })).status).toBe(404)
})
