import { expect, it, test } from 'vitest'
import { formatId } from '../../src/ids.ts'
import { expectNoViolations, only } from '../store-records.ts'
import { startManagement, storePath } from './start-management.ts'

const platform = await startManagement()

async function openStore() {
  const { storeId, request } = await platform.createStoreAs('manager')
  const { key } = await platform.createServer(storeId)
  const productId = await platform.createProduct(storeId)
  const sell = (headers: Record<string, string> = {}) =>
    request('POST', '/checkouts', { gameUserId: 'p1', items: [{ productId: formatId('prd', productId) }] }, headers)
  return { storeId, request, key, productId, sell }
}

it('a manual sale is delivered, refunded and recorded in the audit log', async () => {
  const { request, key, sell } = await openStore()
  const sale = await sell()
  expect(sale.status).toBe(201)
  const { id } = sale.body
  const [delivery] = await platform.poll(key)
  expect([delivery?.id]).toEqual(sale.body['deliveryIds'])
  await platform.report(key, delivery?.id)
  const { body: page } = await request('GET', '/checkouts?gameUserId=p1&state=paid')
  expect(page).toMatchObject({
    items: [{ id, deliveryCounts: { pending: 0, processed: 1, held: 0 } }],
    nextCursor: null,
  })
  const refund = await request('POST', `/checkouts/${id}/refund`, {})
  expect(refund.body).toMatchObject({ checkoutId: id, lines: [1] })
  expect((await platform.poll(key))[0]?.deliveryType).toBe('REFUND')
  const log = await request('GET', '/audit-log')
  expect(log.body.items.map(({ action }) => action)).toEqual(['refundCheckout', 'createManualSale'])
  await expectNoViolations(platform)
})

it('the preview of a refund is what the refund does, and changes nothing', async () => {
  const { storeId, request, key, productId } = await openStore()
  const permanent = await platform.createProduct(storeId, {
    name: 'Coins',
    commands: { approve: ['give {userId}'], refund: [], expire: [] },
  })
  const items = [productId, permanent, productId].map((id) => ({ productId: formatId('prd', id) }))
  const sale = await request('POST', '/checkouts', { gameUserId: 'p1', items })
  const preview = async (query = '') => (await request('GET', `/checkouts/${sale.body.id}/refund${query}`)).body
  expect(await preview()).toMatchObject({
    lines: ['withdrawn', 'withdrawn', 'withdrawn'].map((outcome) => ({ outcome })),
    commands: [],
  })
  const [delivery] = await platform.poll(key)
  const outcomes = async (query?: string) =>
    ((await preview(query))['lines'] as { lineNo: number; outcome: string }[]).map(
      ({ lineNo, outcome }) => `${lineNo} ${outcome}`,
    )
  expect(await outcomes('?lines=2,1')).toEqual(['1 revoked', '2 not_revocable'])
  await platform.report(key, delivery?.id)
  const promised = await preview('?lines=3')
  expect(promised).toMatchObject({ commands: [{ type: 'REFUND', commands: ['removevip {userId} gold'] }] })
  expect(await platform.poll(key)).toEqual([])
  await request('POST', `/checkouts/${sale.body.id}/refund`, { lines: [3] })
  expect((await platform.poll(key)).map(({ deliveryType }) => deliveryType)).toEqual(['REFUND'])
  expect(await outcomes()).toEqual(['1 revoked', '2 not_revocable'])
  expect((await request('GET', `/checkouts/${sale.body.id}/refund?lines=9`)).status).toBe(404)
})

it('thirty concurrent sales with the same Idempotency-Key create one checkout', async () => {
  const { storeId, sell } = await openStore()
  const responses = await Promise.all(Array.from({ length: 30 }, () => sell({ 'idempotency-key': 'sale-1' })))
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  expect(await platform.query('select 1 from checkouts where store_id = $1', [storeId])).toHaveLength(1)
})

it('a rejected write does not use up its Idempotency-Key', async () => {
  const { request, sell, productId } = await openStore()
  await platform.query('update products set stock = 0 where id = $1', [productId])
  expect((await sell({ 'idempotency-key': 'later' })).body).toMatchObject({ code: 'sold_out' })
  await platform.query('update products set stock = 1 where id = $1', [productId])
  expect((await sell({ 'idempotency-key': 'later' })).status).toBe(201)
  const log = await request('GET', '/audit-log')
  expect(log.body).toMatchObject({ items: [{ action: 'createManualSale' }], nextCursor: null })
})

it('a delivery can be read, cancelled and resent', async () => {
  const { request, sell } = await openStore()
  const [deliveryId] = (await sell()).body['deliveryIds'] as string[]
  const delivery = `/deliveries/${deliveryId}`
  expect((await request('GET', delivery)).body).toMatchObject({ state: 'pending', failedAttempts: [] })
  expect((await request('POST', `${delivery}/cancel`)).body).toMatchObject({ wasDispatched: false })
  expect((await request('GET', delivery)).body).toMatchObject({ state: 'cancelled', cancelledBy: 'staff' })
  const resent = await request('POST', `${delivery}/resend`)
  expect(resent.body).toMatchObject({ resendOf: deliveryId })
  const pending = await request('GET', '/deliveries?state=pending')
  expect(pending.body).toMatchObject({ items: [{ id: resent.body.id }] })
})

it('a delivery to a silent server is a dead letter with advice', async () => {
  const { request, sell } = await openStore()
  await sell()
  const { body } = await request('GET', '/dead-letters')
  expect(body).toMatchObject({
    items: [{ reason: 'server_silent', actions: ['cancel'], commands: ['addvip {userId} gold'] }],
  })
})

it('cursors lead through all pages, and an invalid cursor is rejected', async () => {
  const { request, sell } = await openStore()
  for (let i = 0; i < 5; i++) await sell()
  const ids: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await request('GET', `/checkouts?limit=2${cursor && `&cursor=${cursor}`}`)
    ids.push(...body.items.map(({ id }) => id))
    cursor = body.nextCursor
  }
  expect(new Set(ids).size).toBe(5)
  const rejected = await request('GET', '/checkouts?cursor=zzz')
  expect(rejected.body).toMatchObject({ status: 400, field: 'querystring/cursor' })
})

it('statistics contain the sales and the delivery times', async () => {
  const { request, key, sell } = await openStore()
  await sell()
  for (const { id } of await platform.poll(key)) await platform.report(key, id)
  const period = 'from=2026-01-01T00:00:00.000Z&to=2026-12-31T00:00:00.000Z&timeZone=America/Sao_Paulo'
  const { body } = await request('GET', `/statistics?${period}`)
  expect(body).toMatchObject({
    days: [{ sales: 1, grossMinor: 1990, refundedSales: 0, disputedSales: 0 }],
    delivery: { delivered: 1 },
    queue: { pending: 0, retrying: 0, held: 0, withoutServer: 0 },
  })
})

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
