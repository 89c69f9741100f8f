import { expect, test } from 'vitest'
import { formatId, newId, type ParkedId, type StoreId } from '../../src/ids.ts'
import { credentialsLabel } from '../../src/payments/connections/provider-connections.ts'
import { connectProviderCredentials } from '../../src/payments/connections/connect-provider.ts'
import { openDesk, storePath } from './open-desk.ts'

const desk = await openDesk()

async function owner(mode: 'live' | 'test' = 'live') {
  const storeId = await desk.createStore({ mode })
  const { token: as } = await desk.member(storeId, 'owner')
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await desk.ask(method, storePath(storeId, path), { as, ...(body !== undefined && { body }) })
    return { ...answer, body: answer.body as { items: Record<string, unknown>[]; next: string | null } }
  }
  return { storeId, ask }
}

test('a provider is connected with what it asks for, which is never shown again, and disconnected', async () => {
  const { storeId, ask } = await owner()
  const listed = (await ask('GET', '/payment-providers')).body.items
  expect(listed.map(({ name, connected }) => [name, connected])).toEqual(
    ['sandbox', 'stripe', 'mercadopago', 'paypal'].map((name) => [name, false]),
  )
  const stripe = listed.find(({ name }) => name === 'stripe') as { fields: { name: string }[] }
  expect(stripe.fields.map(({ name }) => name)).toEqual(['secretKey', 'webhookSecret'])
  const secret = `sk_test_${'x'.repeat(24)}`
  const credentials = { secretKey: secret, webhookSecret: `whsec_${'y'.repeat(24)}` }
  expect((await ask('PUT', '/payment-providers/stripe', { credentials: { secretKey: secret } })).status).toBe(400)
  expect((await ask('PUT', '/payment-providers/stripe', { credentials })).status).toBe(204)
  const after = await ask('GET', '/payment-providers')
  expect(after.text).not.toContain('xxxx')
  expect(after.body.items[1]).toMatchObject({ name: 'stripe', connected: true })
  const log = await desk.query('select details::text from audit_log where store_id = $1', [storeId])
  expect(JSON.stringify(log)).not.toContain('xxxx')
  expect((await ask('DELETE', '/payment-providers/stripe')).status).toBe(204)
  expect((await ask('DELETE', '/payment-providers/stripe')).status).toBe(404)
  expect((await ask('PUT', '/payment-providers/gold', { credentials })).status).toBe(404)
})

test('play money is for test stores, and played in the own one: nobody can name another', async () => {
  const connect = { credentials: {} }
  const live = await (await owner()).ask('PUT', '/payment-providers/sandbox', connect)
  expect(live).toMatchObject({ status: 409, body: { code: 'test_store_only' } })
  const [mine, other] = [await owner('test'), await owner('test')]
  const store = formatId('sto', other.storeId)
  const named = { credentials: { store, secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` } }
  expect((await mine.ask('PUT', '/payment-providers/sandbox', named)).status).toBe(400)
  expect((await mine.ask('PUT', '/payment-providers/sandbox', connect)).status).toBe(204)
  const sandbox = await desk.payments.accounts.provider('sandbox')
  const { sealer } = desk.payments
  const connecting = connectProviderCredentials(desk.database.app, {
    sealer,
    storeId: mine.storeId,
    provider: sandbox,
    credentials: named.credentials,
  })
  await expect(connecting).rejects.toMatchObject({ code: 'invalid_request' })
  const [row] = await desk.query<{ key_id: string; sealed: Buffer }>(
    'select key_id, sealed from payment_accounts where store_id = $1',
    [mine.storeId],
  )
  if (!row) throw new Error('not connected')
  const label = credentialsLabel(mine.storeId, 'sandbox')
  expect(sealer.open({ keyId: row.key_id, sealed: row.sealed }, label)).toContain(formatId('sto', mine.storeId))
})

test('what is parked is listed in pages and settled with a note, once', async () => {
  const { storeId, ask } = await owner()
  // In the order of their ids, which within one millisecond is chance.
  const ids = [newId<ParkedId>(), newId<ParkedId>(), newId<ParkedId>()].toSorted()
  const park = (id: StoreId, n: number) =>
    desk.query(
      `insert into parked_payments (store_id, id, provider, reason, subject, facts)
       values ($1, $2, 'stripe', 'amount_mismatch', $3, $4)`,
      [id, ids[n - 1], `pi_${n}`, JSON.stringify({ paid: { amountMinor: n, currency: 'BRL' } })],
    )
  for (const n of [1, 2, 3]) await park(storeId, n)
  const first = (await ask('GET', '/parked-payments?limit=2')).body
  const second = (await ask('GET', `/parked-payments?limit=2&cursor=${first.next}`)).body
  expect([...first.items, ...second.items]).toMatchObject(
    [1, 2, 3].map((amountMinor) => ({ amountMinor, currency: 'BRL' })),
  )
  const id = String(first.items[0]?.['id'])
  expect((await ask('POST', `/parked-payments/${id}/resolve`, { note: 'refunded' })).status).toBe(204)
  expect((await ask('POST', `/parked-payments/${id}/resolve`, { note: 'again' })).status).toBe(404)
  expect((await ask('GET', '/parked-payments')).body.items).toHaveLength(2)
  expect((await ask('GET', '/parked-payments?settled=true')).body.items[0]).toMatchObject({
    resolutionNote: 'refunded',
  })
  const stranger = await owner()
  const foreign = await stranger.ask('POST', `/parked-payments/${String(second.items[0]?.['id'])}/resolve`, {
    note: 'x',
  })
  const unknown = await stranger.ask('POST', `/parked-payments/${formatId('prk', newId<ParkedId>())}/resolve`, {
    note: 'x',
  })
  expect([foreign.status, unknown.status]).toEqual([404, 404])
})
