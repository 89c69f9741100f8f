import { afterAll, expect, test, vi } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import type { StoreId } from '../../src/ids.ts'
import { type CodeInput, saveCode } from '../../src/promotions/codes/save-code.ts'
import { applySales } from '../../src/storefront/shop/apply-sales.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations } from '../store-records.ts'
import { SHOP } from '../storefront/fixture-shop.ts'
import { openVisitedStore, STOREFRONT_ENV } from '../storefront/visit-store.ts'

// Time stands still, because a slow machine would allow more calls.
vi.useFakeTimers({ toFake: ['Date'] })
afterAll(() => void vi.useRealTimers())

const store = await startStore({ pages: true, env: STOREFRONT_ENV })
const { app } = store.database

const addCoupon = (storeId: StoreId, input: Partial<CodeInput> = {}) =>
  inStore(app, storeId, (tx) =>
    saveCode(tx, { storeId, kind: 'coupon', code: 'SUMMER', discount: { percent: 1_000 }, ...input }),
  )

test('a buyer whose code is used up between the page and the payment is told so, and nothing is sold', async () => {
  const { newBrowser, storeId } = await openVisitedStore(store)
  await addCoupon(storeId, { maxUses: 1 })
  const [ana, rafa] = [newBrowser(), newBrowser()]
  for (const [browser, name] of [
    [ana, 'ana'],
    [rafa, 'rafa'],
  ] as const) {
    await browser.add()
    await browser.post('/who', { name })
    await browser.post('/basket', { code: 'SUMMER' })
  }
  expect((await ana.checkout({ total: '1791' })).status).toBe(303)
  const late = await rafa.checkout({ total: '1791' })
  expect([late.status, late.text.includes('The code SUMMER has been used up.')]).toEqual([422, true])
  expect(late.text).toContain('name="total" value="1990"')
  expect(await store.query('select from checkouts where store_id = $1', [storeId])).toHaveLength(1)
})

test('an order that replaces another one returns the use of its code', async () => {
  const { newBrowser, storeId } = await openVisitedStore(store)
  await addCoupon(storeId, { maxUses: 1, maxUsesPerPlayer: 1 })
  const browser = newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  await browser.post('/basket', { code: 'SUMMER' })
  await browser.checkout()
  await browser.add()
  expect((await browser.get('/basket')).text).toContain('Code SUMMER')
  expect((await browser.checkout()).status).toBe(303)
  const states = await store.query<{ state: string }>('select state from checkouts where store_id = $1 order by id', [
    storeId,
  ])
  expect(states.map(({ state }) => state)).toEqual(['abandoned', 'open'])
  await expectNoViolations(store)
})

test('guesses of codes are limited', async () => {
  const { newBrowser } = await openVisitedStore(store)
  const browser = newBrowser()
  await browser.add()
  for (let i = 0; i < 20; i++) await browser.post('/basket', { code: `GUESS${i}` })
  expect((await browser.post('/basket', { code: 'GUESS20' })).text).toContain('Too many tries.')
})

test('the prices of a shop change at the moment when a sale starts and when it ends, and not between', () => {
  const sale = (id: string, percent: number, from: number | undefined, until: number | undefined) => ({
    id,
    name: id,
    translations: {},
    discount: { percent },
    scope: { productIds: ['knight'], categoryIds: [] },
    from,
    until,
  })
  const shop = { ...SHOP, sales: [sale('a', 1_000, 100, 200), sale('b', 5_000, 150, undefined)] }
  const priceAt = (now: number) => applySales(shop, now).products.find(({ slug }) => slug === 'knight')?.variants[0]
  const usual = priceAt(99)?.price ?? 0
  expect([99, 100, 149, 150, 199, 200].map((now) => priceAt(now)?.price)).toEqual(
    [1, 0.9, 0.9, 0.5, 0.5, 0.5].map((part) => usual * part),
  )
  expect(applySales(shop, 100)).toBe(applySales(shop, 149))
  expect(new Set([99, 100, 150, 200].map((now) => applySales(shop, now).version)).size).toBe(4)
})
