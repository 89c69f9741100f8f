import { afterAll, expect, test } from 'vitest'
import { formatId, newId, type ParkedId } from '../../src/ids.ts'
import { connectPaymentProvider } from '../../src/payments/connections/connect-payment-provider.ts'
import { credentialsLabel } from '../../src/payments/connections/provider-connections.ts'
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

test('only a test store can connect the sandbox, and only for itself', async () => {
  const connect = { credentials: {} }
  const live = await platform.createStoreAs('owner', { mode: 'live' })
  expect(await live.request('PUT', '/payment-providers/sandbox', connect)).toMatchObject({
    status: 409,
    body: { code: 'test_store_only' },
  })
  const [mine, other] = [
    await platform.createStoreAs('owner', { mode: 'test' }),
    await platform.createStoreAs('owner', { mode: 'test' }),
  ]
  const store = formatId('sto', other.storeId)
  const foreign = { credentials: { store, secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` } }
  expect((await mine.request('PUT', '/payment-providers/sandbox', foreign)).status).toBe(400)
  expect((await mine.request('PUT', '/payment-providers/sandbox', connect)).status).toBe(204)
  const sandbox = await platform.payments.connections.provider('sandbox')
  const { sealer } = platform.payments
  const connecting = connectPaymentProvider(platform.payments, {
    storeId: mine.storeId,
    provider: sandbox,
    credentials: foreign.credentials,
  })
  await expect(connecting).rejects.toMatchObject({ code: 'invalid_request' })
  const [row] = await platform.query<{ key_id: string; sealed: Buffer }>(
    'select key_id, sealed from provider_connections where store_id = $1',
    [mine.storeId],
  )
  if (!row) throw new Error('the sandbox is not connected')
  const label = credentialsLabel(mine.storeId, 'sandbox')
  expect(sealer.open({ keyId: row.key_id, sealed: row.sealed }, label)).toContain(formatId('sto', mine.storeId))
})

test('parked payments are listed in pages and resolved once with a note', async () => {
  const { storeId, request } = await platform.createStoreAs('owner')
  // Ids of the same millisecond are in random order, and the list is sorted by id.
  const ids = [newId<ParkedId>(), newId<ParkedId>(), newId<ParkedId>()].toSorted()
  for (const [index, id] of ids.entries()) {
    const facts = { paid: { amountMinor: index + 1, currency: 'BRL' } }
    await platform.query(
      `insert into parked_payments (store_id, id, provider, reason, subject, facts)
       values ($1, $2, 'stripe', 'amount_mismatch', $3, $4)`,
      [storeId, id, `pi_${index}`, JSON.stringify(facts)],
    )
  }
  const first = (await request('GET', '/parked-payments?limit=2')).body
  const second = (await request('GET', `/parked-payments?limit=2&cursor=${first.nextCursor}`)).body
  expect([...first.items, ...second.items]).toMatchObject(
    [1, 2, 3].map((amountMinor) => ({ amountMinor, currency: 'BRL' })),
  )
  const id = String(first.items[0]?.['id'])
  expect((await request('POST', `/parked-payments/${id}/resolve`, { note: 'refunded' })).status).toBe(204)
  expect((await request('POST', `/parked-payments/${id}/resolve`, { note: 'again' })).status).toBe(404)
  expect((await request('GET', '/parked-payments')).body.items).toHaveLength(2)
  const all = await request('GET', '/parked-payments?includeResolved=true')
  expect(all.body.items[0]).toMatchObject({ resolutionNote: 'refunded' })
  const other = await platform.createStoreAs('owner')
  for (const unknown of [String(second.items[0]?.['id']), formatId('prk', newId<ParkedId>())]) {
    expect((await other.request('POST', `/parked-payments/${unknown}/resolve`, { note: 'x' })).status).toBe(404)
  }
})
