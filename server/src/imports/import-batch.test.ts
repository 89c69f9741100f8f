import { expect, test } from 'vitest'
import { startStore } from '../../test/start-store.ts'
import { deliveriesOf, expectNoViolations, expire, only, passTime } from '../../test/store-records.ts'
import { editProduct } from '../catalog/edit-product.ts'
import { inStore } from '../db/database.ts'
import { liftBan } from '../bans/lift-ban.ts'
import type { CheckoutId, DiscountCodeId, ProductId, StoreId } from '../ids.ts'
import { readStatistics } from '../statistics/read-statistics.ts'
import { adjustCard } from '../promotions/gift-cards/change-card.ts'
import { findCardByCode } from '../promotions/gift-cards/read-cards.ts'
import { editCode } from '../promotions/codes/save-code.ts'
import type { ImportedCoupon, ImportedEntitlement, ImportedGiftCard, ImportedProduct } from './import.ts'
import { type ImportBatch, importBatch, type ImportReport, previewImport } from './import-batch.ts'

const store = await startStore()
const DAY_MS = 86_400_000
const daysFromNow = (days: number) => new Date(Math.round(Date.now() / 1000) * 1000 + days * DAY_MS)

const VIP: ImportedProduct = {
  sourceId: '7',
  categorySourceId: 'ranks',
  name: 'VIP',
  description: 'More homes',
  position: 0,
  visibility: 'public',
  priceMinor: 500,
  durationSeconds: 30 * 86_400,
  commands: { approve: ['addvip {userId}'], refund: ['removevip {userId}'], expire: ['endvip {userId}'] },
  serverIds: [],
  requiresOnline: true,
  maxPerPlayer: null,
}
const KEY: ImportedProduct = { ...VIP, sourceId: '8', name: 'Crate key', categorySourceId: null, durationSeconds: null }
const RANKS = { sourceId: 'ranks', name: 'Ranks', description: '', position: 0 }
const owns = (gameUserId: string, more: Partial<ImportedEntitlement> = {}): ImportedEntitlement => ({
  productSourceId: '7',
  gameUserId,
  since: daysFromNow(-10),
  until: daysFromNow(20),
  quantity: 1,
  ...more,
})
const CATALOG = { categories: [RANKS], products: [VIP, KEY] }

async function newStore() {
  const storeId = await store.createStore()
  const { serverId, key } = await store.createServer(storeId)
  const settings = { storeId, source: 'tebex', overwrite: false, by: 'Ada' }
  const toBatch = (part: Partial<ImportBatch>): ImportBatch => ({
    ...settings,
    categories: [],
    products: [],
    entitlements: [],
    bans: [],
    coupons: [],
    giftCards: [],
    ...part,
  })
  const inStoreOf = <T>(work: Parameters<typeof inStore<T>>[2]) => inStore(store.database.app, storeId, work)
  return {
    storeId,
    key,
    inStoreOf,
    run: (part: Partial<ImportBatch>) => inStoreOf((tx) => importBatch(tx, toBatch(part))),
    preview: (part: Partial<ImportBatch>) => inStoreOf((tx) => previewImport(tx, toBatch(part))),
    deliveries: () => deliveriesOf(store, storeId, { A: serverId }),
    owned: () =>
      store.query<{ name: string; player: string; until: string; quantity: number }>(
        `select p.name, e.game_user_id as player, e.until::text as until, sum(g.quantity)::integer as quantity
         from entitlements e join products p on p.store_id = e.store_id and p.id = e.product_id
         join grants g on g.store_id = e.store_id and g.entitlement_id = e.id
         where e.store_id = $1 and e.ended_at is null group by 1, 2, 3 order by 1, 2`,
        [storeId],
      ),
  }
}

const outcomes = (report: ImportReport) =>
  Object.values(report)
    .flat()
    .map(({ outcome }) => outcome)

test('a second import of the same batch changes nothing, and a preview reports the same without doing it', async () => {
  const { storeId, run, preview, owned } = await newStore()
  const batch = { ...CATALOG, entitlements: [owns('1'), owns('2', { productSourceId: '8', until: null, quantity: 3 })] }
  const bans = [{ gameUserId: '3', reason: 'charged back', until: null }]
  expect(outcomes(await preview({ ...batch, bans }))).toEqual(Array<string>(6).fill('created'))
  expect(await countRows(storeId)).toBe(0)
  expect(outcomes(await run({ ...batch, bans }))).toEqual(Array<string>(6).fill('created'))
  const rows = await countRows(storeId)
  const before = await owned()
  expect(before).toMatchObject([
    { name: 'Crate key', player: '2', until: 'infinity', quantity: 3 },
    { name: 'VIP', player: '1', quantity: 1 },
  ])
  expect(new Date(String(before[1]?.until))).toEqual(batch.entitlements[0]?.until)
  expect(outcomes(await run({ ...batch, bans }))).toEqual(Array<string>(6).fill('unchanged'))
  expect(await countRows(storeId)).toBe(rows)
  await expectNoViolations(store)
})

test('an imported entitlement is delivered to no one, and its expire commands run at its end', async () => {
  const { storeId, key, run, deliveries } = await newStore()
  await run({ ...CATALOG, entitlements: [owns('1'), owns('2', { productSourceId: '8', until: null })] })
  expect(await store.poll(key)).toEqual([])
  expect(await deliveries()).toEqual(['APPROVE[1] A processed', 'APPROVE[1] A processed'])
  await passTime(store, storeId, 20 * 86_400 - 60)
  expect(await expire(store)).toBe(0)
  await passTime(store, storeId, 120)
  expect(await expire(store)).toBe(1)
  expect(only(await store.poll(key))).toMatchObject({
    deliveryType: 'EXPIRE',
    gameUserId: '1',
    product: { name: 'VIP', commands: ['endvip {userId}'] },
  })
  await expectNoViolations(store)
})

test('a refund of an imported purchase revokes the product in the game', async () => {
  const { storeId, key, run } = await newStore()
  await run({ ...CATALOG, entitlements: [owns('1')] })
  const { id } = only(await store.query<{ id: CheckoutId }>('select id from checkouts where store_id = $1', [storeId]))
  await store.refund(storeId, id)
  expect(only(await store.poll(key))).toMatchObject({ deliveryType: 'REFUND', gameUserId: '1' })
  await expectNoViolations(store)
})

test('a purchase here extends what was imported', async () => {
  const { storeId, run, owned } = await newStore()
  const imported = owns('1')
  await run({ ...CATALOG, entitlements: [imported] })
  await store.sell(storeId, '1', [await productOf(storeId, 'VIP')])
  const [vip] = await owned()
  expect(new Date(String(vip?.until))).toEqual(new Date((imported.until?.getTime() ?? 0) + 30 * DAY_MS))
  await expectNoViolations(store)
})

test('imported purchases are not in the statistics', async () => {
  const { storeId, run, inStoreOf } = await newStore()
  await run({ ...CATALOG, entitlements: [owns('1', { since: null }), owns('2', { since: daysFromNow(-1) })] })
  const read = () =>
    inStoreOf((tx) => readStatistics(tx, { storeId, from: daysFromNow(-2), to: daysFromNow(1), interval: 'day' }))
  expect(await read()).toMatchObject({ days: [], products: [], delivery: { delivered: 0 } })
  await store.sell(storeId, '9', [await productOf(storeId, 'VIP')])
  expect((await read()).days).toMatchObject([{ sales: 1, grossMinor: 500 }])
})

test('what the owner edited or lifted stays, unless the import overwrites', async () => {
  const { storeId, run, inStoreOf } = await newStore()
  const bans = [{ gameUserId: '3', reason: 'charged back', until: null }]
  await run({ ...CATALOG, bans })
  const productId = await productOf(storeId, 'VIP')
  await inStoreOf((tx) => editProduct(tx, { storeId, productId, changes: { name: 'VIP Gold' } }))
  await inStoreOf((tx) => liftBan(tx, { storeId, gameUserId: '3' }))
  const newPrice = {
    products: [
      { ...VIP, priceMinor: 700 },
      { ...KEY, priceMinor: 100 },
    ],
    bans,
  }
  const report = await run(newPrice)
  expect(outcomes(report)).toEqual(['kept', 'changed', 'kept'])
  expect(report.products[1]?.changes).toEqual([{ field: 'price', from: '500', to: '100' }])
  expect(await productOf(storeId, 'VIP Gold')).toBe(productId)
  expect(outcomes(await run({ ...newPrice, overwrite: true }))).toEqual(['changed', 'unchanged', 'changed'])
  expect(await productOf(storeId, 'VIP')).toBe(productId)
  expect(outcomes(await run(newPrice))).toEqual(['unchanged', 'unchanged', 'unchanged'])
})

test('a longer time or more units at the source are added, and a shorter time stays', async () => {
  const { run, owned } = await newStore()
  const keys = (quantity: number) => owns('1', { productSourceId: '8', until: null, quantity })
  await run({ ...CATALOG, entitlements: [owns('1'), keys(2)] })
  const longer = owns('1', { until: daysFromNow(50) })
  expect(outcomes(await run({ entitlements: [longer, keys(5)] }))).toEqual(['changed', 'changed'])
  const rows = await owned()
  expect(new Date(String(rows.find(({ name }) => name === 'VIP')?.until))).toEqual(longer.until)
  expect(rows.filter(({ name }) => name === 'Crate key').reduce((sum, { quantity }) => sum + quantity, 0)).toBe(5)
  expect(outcomes(await run({ entitlements: [longer, keys(5)] }))).toEqual(['unchanged', 'unchanged'])
  expect(outcomes(await run({ entitlements: [owns('1'), keys(1)] }))).toEqual(['kept', 'kept'])
  await expectNoViolations(store)
})

test('an item that is refused does not stop the others', async () => {
  const { run } = await newStore()
  const report = await run({
    categories: [{ ...RANKS, name: 'x'.repeat(101) }],
    products: [{ ...VIP, commands: { ...VIP.commands, approve: ['two\nlines'] } }, KEY],
    entitlements: [
      owns('1'),
      owns('2', { productSourceId: '8', until: daysFromNow(-1) }),
      owns('a\nb', { productSourceId: '8' }),
      owns('3', { productSourceId: '8' }),
      owns('3', { productSourceId: '8' }),
    ],
    bans: [{ gameUserId: '4', reason: 'fraud', until: daysFromNow(-1) }],
  })
  expect(outcomes(report)).toEqual([
    'failed',
    'failed',
    'created',
    'failed',
    'failed',
    'failed',
    'created',
    'failed',
    'failed',
  ])
  await expectNoViolations(store)
})

const COUPON: ImportedCoupon = {
  sourceId: '5',
  code: 'Summer10',
  note: '',
  discount: { percent: 1_000 },
  productSourceIds: ['7'],
  categorySourceIds: [],
  minimumMinor: 0,
  maxUses: 50,
  maxUsesPerPlayer: null,
  everyPeriod: false,
  startsAt: null,
  endsAt: daysFromNow(10),
}

test('a coupon is imported once, for the imported products, and one that was edited here stays', async () => {
  const { storeId, run, inStoreOf } = await newStore()
  const forUnknown = { ...COUPON, sourceId: '6', code: 'GONE', productSourceIds: ['7', '99'] }
  const first = await run({ ...CATALOG, coupons: [COUPON, forUnknown] })
  expect(first.coupons).toMatchObject([
    { outcome: 'created' },
    { outcome: 'failed', message: 'It is for products or categories that are not imported. Import them first.' },
  ])
  const saved = only(
    await store.query<{ id: DiscountCodeId; product_ids: string[] }>(
      'select id, product_ids from discount_codes where store_id = $1 and basis_points = 1000 and max_uses = 50',
      [storeId],
    ),
  )
  expect(saved.product_ids).toEqual([await productOf(storeId, 'VIP')])
  expect(outcomes(await run({ coupons: [COUPON] }))).toEqual(['unchanged'])
  const more = { ...COUPON, maxUses: 60 }
  expect((await run({ coupons: [more] })).coupons).toMatchObject([
    { outcome: 'changed', changes: [{ field: 'limit of uses', from: '50', to: '60' }] },
  ])
  const key = { storeId, kind: 'coupon', codeId: saved.id } as const
  await inStoreOf((tx) => editCode(tx, { ...key, discount: { percent: 2_000 } }))
  expect(outcomes(await run({ coupons: [more] }))).toEqual(['kept'])
  expect(outcomes(await run({ coupons: [{ ...COUPON, sourceId: '77', code: ' summer10' }] }))).toEqual(['failed'])
})

test('an imported gift card keeps its code and what was spent at either place, and its code is stored nowhere', async () => {
  const { storeId, run, inStoreOf } = await newStore()
  const card = (balanceMinor: number, more: Partial<ImportedGiftCard> = {}): ImportedGiftCard => ({
    code: '4000 1234 5678 9012',
    balanceMinor,
    note: '',
    expiresAt: null,
    ...more,
  })
  const balance = async () => await inStoreOf((tx) => findCardByCode(tx, { storeId, typed: '4000-1234-5678-9012' }))
  expect(outcomes(await run({ giftCards: [card(0)] }))).toEqual(['unchanged'])
  expect(outcomes(await run({ giftCards: [card(5_000)] }))).toEqual(['created'])
  expect(outcomes(await run({ giftCards: [card(5_000, { code: '4000123456789012' })] }))).toEqual(['unchanged'])
  const issued = await balance()
  expect(issued).toMatchObject({ balanceMinor: 5_000, hint: '…9012', isUsable: true })
  if (!issued) return
  await inStoreOf((tx) => adjustCard(tx, { storeId, cardId: issued.id, amountMinor: -1_000, note: 'spent here' }))
  expect(outcomes(await run({ giftCards: [card(3_500)] }))).toEqual(['changed'])
  expect(await balance()).toMatchObject({ balanceMinor: 2_500 })
  expect((await run({ giftCards: [card(0), card(100, { code: 'short' })] })).giftCards).toMatchObject([
    { outcome: 'failed', message: expect.stringContaining('Only 2500 minor units are left') },
    { outcome: 'failed', name: '…hort' },
  ])
  const text = await store.query(
    `select g::text, r::text from gift_cards g, imported_records r where g.store_id = $1 and r.store_id = $1`,
    [storeId],
  )
  expect(JSON.stringify(text)).not.toContain('12345678')
  await expectNoViolations(store)
})

test('a store without a server can import, and its first server gets the expiry', async () => {
  const storeId = await store.createStore()
  const settings = { storeId, source: 'csv', overwrite: false, by: 'Ada', bans: [], coupons: [], giftCards: [] }
  await inStore(store.database.app, storeId, (tx) =>
    importBatch(tx, { ...settings, ...CATALOG, entitlements: [owns('1')] }),
  )
  const { key } = await store.createServer(storeId)
  expect(await store.poll(key)).toEqual([])
  await passTime(store, storeId, 21 * 86_400)
  await expire(store)
  expect((await store.poll(key)).map(({ deliveryType }) => deliveryType)).toEqual(['EXPIRE'])
})

test('two imports at the same time create everything once', async () => {
  const { storeId, run } = await newStore()
  const batch = { ...CATALOG, entitlements: Array.from({ length: 50 }, (_, i) => owns(String(i))) }
  await Promise.all([run(batch), run(batch), run(batch)])
  expect(await countRows(storeId)).toBe(1 + 2 + 50 * 3 + 50)
})

async function productOf(storeId: StoreId, name: string): Promise<ProductId> {
  const rows = await store.query<{ id: ProductId }>('select id from products where store_id = $1 and name = $2', [
    storeId,
    name,
  ])
  return only(rows).id
}

/** Everything that an import writes. */
async function countRows(storeId: StoreId): Promise<number> {
  const tables = ['categories', 'products', 'checkouts', 'entitlements', 'grants', 'delivery_ledger', 'player_bans']
  const counts = tables.map((table) => `(select count(*) from ${table} where store_id = $1)`)
  return only(await store.query<{ rows: number }>(`select (${counts.join(' + ')})::integer as rows`, [storeId])).rows
}
