import { expect, test } from 'vitest'
import { only } from '../store-records.ts'
import { startManagement, storePath } from './start-management.ts'

const platform = await startManagement()

const BATCH = {
  source: 'tebex',
  categories: [{ sourceId: '1', name: 'Ranks' }],
  products: [
    {
      sourceId: '7',
      categorySourceId: '1',
      name: 'VIP',
      priceMinor: 500,
      durationSeconds: 86_400,
      commands: { approve: ['addvip {userId}'], expire: ['endvip {userId}'] },
    },
  ],
  entitlements: [{ productSourceId: '7', gameUserId: 'steve', until: '2999-01-01T00:00:00Z' }],
  bans: [{ gameUserId: 'griefer', reason: 'charged back' }],
  coupons: [{ sourceId: '5', code: 'SUMMER', discount: { basisPoints: 1_000 } }],
  giftCards: [{ code: '4000123412341234', balanceMinor: 500 }],
}

test('an import is one entry in the audit log without players, and a preview is none', async () => {
  const { request } = await platform.createStoreAs('manager')
  const preview = await request('POST', '/imports/preview', BATCH)
  expect(preview).toMatchObject({ status: 200 })
  const imported = await request('POST', '/imports', BATCH)
  expect(imported.body).toEqual(preview.body)
  expect(imported.body['counts']).toMatchObject({ products: { created: 1 }, entitlements: { created: 1, changed: 0 } })
  const { body } = await request('GET', '/audit-log')
  expect(only(body.items)).toMatchObject({
    action: 'importBatch',
    details: { source: 'tebex', counts: { entitlements: { created: 1 }, bans: { created: 1 } } },
  })
  expect(JSON.stringify(body)).not.toMatch(/steve|griefer/)
})

test('an imported purchase says where it comes from, costs nothing, and is not counted for its player', async () => {
  const { request } = await platform.createStoreAs('manager')
  await request('POST', '/imports', BATCH)
  const { body } = await request('GET', '/checkouts')
  const { id } = only(body.items) as { id: string }
  expect(only(body.items)).toMatchObject({ importedFrom: 'tebex', totalMinor: 0, state: 'paid' })
  expect((await request('GET', `/checkouts/${id}`)).body).toMatchObject({
    importedFrom: 'tebex',
    deliveries: [{ state: 'processed' }],
    entitlements: [{ until: '2999-01-01T00:00:00.000Z' }],
    events: [],
  })
  expect((await request('GET', '/players/steve')).body).toMatchObject({ paidCheckouts: 0, lastPaidAt: null })
})

test('each part of a batch needs its own permission', async () => {
  const { storeId } = await platform.createStoreAs('owner')
  const { source, products, ...parts } = BATCH
  const as = await platform.createApiToken(storeId, ['commands:write'])
  for (const [part, items] of Object.entries({ products, ...parts })) {
    const response = await platform.request('POST', storePath(storeId, '/imports'), {
      as,
      body: { source, [part]: items },
    })
    expect([part, response.status]).toEqual([part, part === 'products' ? 200 : 403])
  }
})
