import { expect, test } from 'vitest'
import { formatId } from '../../src/ids.ts'
import { startManagement } from '../manage/start-management.ts'
import { expectNoViolations } from '../store-records.ts'

const platform = await startManagement()

test('a sale is entered in the time zone of the store, applies from its start to its end, and is on the line that it lowered', async () => {
  const { storeId, request } = await platform.createStoreAs('manager')
  await platform.createServer(storeId)
  const productId = await platform.createProduct(storeId, { price: '10.00' })
  await platform.query("update storefronts set time_zone = 'America/Sao_Paulo' where store_id = $1", [storeId])
  const items = [{ productId: formatId('prd', productId), quantity: 2 }]
  const price = async () => (await request('POST', '/price-preview', { items })).body['total']

  const created = await request('POST', '/sales', {
    name: 'Black Friday',
    discount: { amountMinor: 150 },
    scope: { productIds: [formatId('prd', productId)], categoryIds: [] },
    startsAt: '2020-11-27T00:00',
    endsAt: '2099-12-01T00:00:00Z',
  })
  expect(created).toMatchObject({
    status: 201,
    body: { startsAt: '2020-11-27T03:00:00.000Z', endsAt: '2099-12-01T00:00:00.000Z', version: 1 },
  })
  expect(await price()).toMatchObject({ listMinor: 2000, saleMinor: 300, paidMinor: 1700 })
  const sale = await request('POST', '/checkouts', { gameUserId: '42', items })
  const checkout = await request('GET', `/checkouts/${sale.body.id}`)
  expect(checkout.body).toMatchObject({
    totalMinor: 1700,
    code: null,
    lines: [{ saleMinor: 300, saleId: created.body.id, paidMinor: 1700 }],
  })

  const path = `/sales/${created.body.id}`
  const ended = await request('PATCH', path, { endsAt: '2021-01-01T00:00' }, { 'if-match': '"1"' })
  expect(ended).toMatchObject({ status: 200, body: { version: 2 } })
  expect(await price()).toMatchObject({ saleMinor: 0 })
  for (const [field, body] of [
    ['body/endsAt', { endsAt: '2020-11-27T00:00' }],
    ['body/endsAt', { endsAt: '2026-02-30T00:00' }],
    ['body/discount', { discount: { basisPoints: 100, amountMinor: 1 } }],
    ['body/discount', { discount: {} }],
  ] as const)
    expect((await request('PATCH', path, body, { 'if-match': '*' })).body, field).toMatchObject({ field })
  expect((await request('DELETE', path)).status).toBe(204)
  expect((await request('GET', path)).status).toBe(404)
  expect((await request('GET', `/checkouts/${sale.body.id}`)).body).toMatchObject({ totalMinor: 1700 })
})

test('a sale takes off 1 to 90 percent, a coupon 1 to 100, and what is outside is refused', async () => {
  const { request } = await platform.createStoreAs('manager')
  const field = 'body/discount/basisPoints'
  const sale = (basisPoints: number) => request('POST', '/sales', { name: 'All', discount: { basisPoints } })
  const coupon = (basisPoints: number) =>
    request('POST', '/coupons', { code: `C${basisPoints}`, discount: { basisPoints } })
  for (const basisPoints of [100, 9_000]) expect((await sale(basisPoints)).status).toBe(201)
  for (const basisPoints of [0, 99, 9_001, 15_000]) expect((await sale(basisPoints)).body).toMatchObject({ field })
  for (const basisPoints of [100, 10_000]) expect((await coupon(basisPoints)).status).toBe(201)
  for (const basisPoints of [0, 99, 10_001, 20_000]) expect((await coupon(basisPoints)).body).toMatchObject({ field })
})

test('a code is named by a manual sale and by an opened checkout, and every refusal has its reason', async () => {
  const { storeId, request } = await platform.createStoreAs('manager')
  await platform.createServer(storeId)
  const productId = formatId('prd', await platform.createProduct(storeId, { price: '10.00' }))
  const other = formatId('prd', await platform.createProduct(storeId))
  const items = [{ productId }]
  const coupon = async (fields: object) => {
    const created = await request('POST', '/coupons', { discount: { basisPoints: 1_000 }, ...fields })
    expect(created.status).toBe(201)
    return created
  }
  await coupon({ code: 'ENDED', endsAt: '2026-01-01T00:00' })
  await coupon({ code: 'ONCE', maxUses: 1 })
  await coupon({ code: 'EACH', maxUsesPerPlayer: 1 })
  await coupon({ code: 'MIN', minimumMinor: 1_001 })
  await coupon({ code: 'OTHER', scope: { productIds: [other], categoryIds: [] } })
  const sell = (code: string, gameUserId = '42') => request('POST', '/checkouts', { gameUserId, items, code })
  for (const code of ['ONCE', 'EACH']) expect((await sell(code)).status).toBe(201)
  for (const [code, reason] of [
    ['ENDED', 'code_not_valid_now'],
    ['ONCE', 'code_used_up'],
    ['EACH', 'code_used_by_player'],
    ['MIN', 'code_minimum'],
    ['OTHER', 'code_not_for_these'],
  ] as const) {
    expect((await sell(code)).body, code).toMatchObject({ code: reason })
    const preview = await request('POST', '/price-preview', { items, code, gameUserId: '42' })
    expect(preview.body['refusals'], code).toEqual([{ reason, lineNo: null }])
  }
  expect((await sell('NONE')).body).toMatchObject({ code: 'code_unknown' })
  const unknown = await request('POST', '/price-preview', { items, code: 'NONE' })
  expect(unknown.body).toMatchObject({ code: 'code_unknown' })
  expect((await sell('each', '43')).status).toBe(201)
  const { items: coupons } = (await request('GET', '/coupons')).body
  expect(coupons.map(({ code, uses }) => [code, uses])).toEqual(
    expect.arrayContaining([
      ['ONCE', 1],
      ['EACH', 2],
      ['MIN', 0],
    ]),
  )
  await expectNoViolations(platform)
})

test('a creator has a code, a balance, a ledger and payouts', async () => {
  const { storeId, request } = await platform.createStoreAs('manager')
  await platform.createServer(storeId)
  const productId = formatId('prd', await platform.createProduct(storeId, { price: '10.00' }))
  const created = await request('POST', '/creators', {
    name: 'Ana Plays',
    code: 'Ana',
    discount: { basisPoints: 500 },
    shareBasisPoints: 1_000,
  })
  expect(created).toMatchObject({ status: 201, body: { balanceMinor: 0, uses: 0 } })
  expect((await request('POST', '/coupons', { code: 'ANA', discount: { basisPoints: 100 } })).body).toMatchObject({
    code: 'conflict',
    field: 'body/code',
  })
  const path = `/creators/${created.body.id}`
  expect((await request('GET', `/coupons/${created.body.id}`)).status).toBe(404)
  const sale = await request('POST', '/checkouts', { gameUserId: '42', items: [{ productId }], code: 'ana' })
  expect((await request('GET', path)).body).toMatchObject({ earnedMinor: 95, balanceMinor: 95, uses: 1 })
  expect((await request('GET', `/checkouts/${sale.body.id}`)).body).toMatchObject({
    code: { id: created.body.id, code: 'Ana', creator: 'Ana Plays' },
    lines: [{ codeMinor: 50, paidMinor: 950, creatorShareMinor: 95 }],
  })
  const payout = { amountMinor: 95, note: 'Pix' }
  const key = { 'idempotency-key': 'payout-1' }
  const first = await request('POST', `${path}/payouts`, payout, key)
  expect(first.status).toBe(201)
  expect((await request('POST', `${path}/payouts`, payout, key)).body).toEqual(first.body)
  expect((await request('POST', `${path}/payouts`, payout)).body).toMatchObject({ code: 'conflict' })
  expect((await request('GET', path)).body).toMatchObject({ earnedMinor: 95, paidOutMinor: 95, balanceMinor: 0 })
  const { items: entries } = (await request('GET', `${path}/entries`)).body
  expect(entries.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
    ['payout', -95],
    ['share', 95],
  ])
  const log = await request('GET', '/audit-log?action=recordPayout')
  expect(log.body.items).toMatchObject([{ subject: created.body.id, details: { amountMinor: 95 } }])
})
