import { expect, test, vi } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import type { StoreId } from '../../src/ids.ts'
import { type CodeInput, saveCode } from '../../src/promotions/codes/save-code.ts'
import { editSale, saveSale, type SaleInput } from '../../src/promotions/sales/save-sale.ts'
import { applySales } from '../../src/storefront/shop/apply-sales.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations } from '../store-records.ts'
import { SHOP } from '../storefront/fixture-shop.ts'
import { openVisitedStore, STOREFRONT_ENV } from '../storefront/visit-store.ts'

const store = await startStore({ pages: true, env: STOREFRONT_ENV })
const { app } = store.database

const addCoupon = (storeId: StoreId, input: Partial<CodeInput> = {}) =>
  inStore(app, storeId, (tx) =>
    saveCode(tx, { storeId, kind: 'coupon', code: 'SUMMER', discount: { percent: 1_000 }, ...input }),
  )
const addSale = (storeId: StoreId, input: Partial<SaleInput> = {}) =>
  inStore(app, storeId, (tx) =>
    saveSale(tx, {
      storeId,
      name: 'Harvest sale',
      translations: {},
      discount: { percent: 2_000 },
      scope: null,
      startsAt: null,
      endsAt: null,
      ...input,
    }),
  )

test('a visitor without JavaScript uses a code, and every page from the basket to the order names it', async () => {
  const { newBrowser, storeId } = await openVisitedStore(store)
  await addCoupon(storeId, { maxUsesPerPlayer: 1 })
  const browser = newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  const wrong = await browser.post('/basket/code', { code: '<b>WINTER' })
  expect([wrong.status, wrong.text.includes('There is no code &lt;b&gt;WINTER.')]).toEqual([422, true])
  const used = await browser.post('/basket/code', { code: ' summer ' })
  expect([used.status, used.location]).toEqual([303, '/basket#codes'])
  const basket = await browser.get('/basket')
  expect(basket.text).toMatch(/<dt>Code SUMMER [^]*?<\/dt><dd>−R\$1\.99<\/dd>/)
  expect(basket.text).toContain('You save R$1.99.')

  const first = await browser.checkout()
  const again = await browser.checkout()
  expect(again.location).toBe(first.location)
  expect((await browser.get('/basket')).text).toContain('Code SUMMER')
  const returned = await browser.pay(first.location)
  expect((await browser.get(returned.location)).text).toContain('<dt>Code SUMMER</dt><dd>−R$1.99</dd>')

  await browser.add()
  await browser.post('/basket/code', { code: 'SUMMER' })
  const second = await browser.get('/basket')
  expect(second.text).toContain('You have already used the code SUMMER.')
  expect(second.text).not.toContain('<dt>Code SUMMER')
  expect((await browser.checkout()).status).toBe(303)
  await browser.post('/basket/code', { code: '' })
  expect((await browser.get('/basket')).text).not.toContain('SUMMER')
  expect(await store.query('select uses from discount_codes where store_id = $1', [storeId])).toEqual([{ uses: 1 }])
  await expectNoViolations(store)
})

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
    await browser.post('/basket/code', { code: 'SUMMER' })
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
  await browser.post('/basket/code', { code: 'SUMMER' })
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
  for (let i = 0; i < 20; i++) await browser.post('/basket/code', { code: `GUESS${i}` })
  expect((await browser.post('/basket/code', { code: 'GUESS20' })).text).toContain('Too many tries.')
})

test('a sale lowers the price on every page, with its end, and a buyer who saw another total is asked again', async () => {
  const { newBrowser, storeId, slug } = await openVisitedStore(store)
  const struck = /<ins>.*?R\$15\.92<\/ins> <s>.*?R\$19\.90<\/s>|<s>.*?R\$19\.90<\/s> <ins>.*?R\$15\.92<\/ins>/
  const { id: saleId } = await addSale(storeId, { endsAt: '2099-11-22T23:59' })
  const browser = newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  await vi.waitFor(async () => expect((await browser.get('/')).text).toMatch(struck), 10_000)
  for (const page of [`/p/${slug}`, '/search?q=vip', '/basket', '/checkout'])
    expect((await browser.get(page)).text, page).toMatch(struck)
  const product = (await browser.get(`/p/${slug}`)).text
  expect(product).toContain('Harvest sale until <time datetime="2099-11-22T23:59:00.000Z">22 November 2099')
  expect(product).toContain('"price":"15.92"')
  const api = await browser.get(`/api/storefront/1.0/products/${slug}`)
  expect(JSON.parse(api.text)).toMatchObject({
    sale: { name: 'Harvest sale', endsAt: '2099-11-22T23:59:00.000Z' },
    variants: [{ price: { minor: 1592 }, usualPrice: { minor: 1990 } }],
  })

  await inStore(app, storeId, (tx) => editSale(tx, { storeId, saleId, endsAt: '2026-01-01T00:00' }))
  const late = await browser.checkout({ total: '1592' })
  expect([late.status, late.text.includes('The total has changed.')]).toEqual([422, true])
  await vi.waitFor(async () => expect((await browser.get('/')).text).not.toMatch(struck), 10_000)
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
