import { expect, test } from 'vitest'
import { startStore } from '../start-store.ts'
import { expectNoViolations } from '../store-records.ts'
import { openShop } from './open-shop.ts'

const store = await startStore()

async function stockOf(productId: string): Promise<number> {
  const [row] = await store.query<{ stock: number }>('select stock::integer as stock from products where id = $1', [
    productId,
  ])
  return row?.stock ?? NaN
}

test('an open checkout reserves stock, an abandoned checkout returns it, a paid checkout keeps it', async () => {
  const shop = await openShop(store, { stock: 2 })
  const first = await shop.open()
  const second = await shop.open()
  await expect(shop.open()).rejects.toMatchObject({ code: 'sold_out' })
  await shop.sendCallback(first, { closed: true })
  await shop.sendCallback(first, { closed: true })
  expect(await stockOf(shop.productId)).toBe(1)
  await shop.pay(second)
  expect(await stockOf(shop.productId)).toBe(1)
  await expectNoViolations(store)
})

test('exactly five of twenty concurrent buyers get one of five units', async () => {
  const shop = await openShop(store, { stock: 5 })
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => shop.open([shop.productId], `player ${i}`)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(await stockOf(shop.productId)).toBe(0)
})

test('concurrent checkouts of the same products in opposite order do not deadlock', async () => {
  const shop = await openShop(store, { stock: 100 })
  const other = await store.createProduct(shop.storeId, { stock: 100 })
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      shop.open(i % 2 === 0 ? [shop.productId, other] : [other, shop.productId], `p ${i}`),
    ),
  )
  expect([await stockOf(shop.productId), await stockOf(other)]).toEqual([80, 80])
})

test('a player cannot exceed their limit, in one checkout, in several or in concurrent checkouts', async () => {
  const shop = await openShop(store, { maxPerPlayer: 2 })
  const three = shop.open([{ productId: shop.productId, quantity: 3 }])
  await expect(three).rejects.toMatchObject({ code: 'limit_reached' })
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => shop.open()))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await expect(store.sell(shop.storeId, '42', [shop.productId])).rejects.toMatchObject({ code: 'limit_reached' })
  await shop.open([shop.productId], 'another player')
})

test('abandoned and refunded checkouts do not count against the limit', async () => {
  const shop = await openShop(store, { maxPerPlayer: 1 })
  const abandoned = await shop.open()
  await shop.sendCallback(abandoned, { closed: true })
  const bought = await shop.open()
  await shop.pay(bought)
  await expect(shop.open()).rejects.toMatchObject({ code: 'limit_reached' })
  await shop.sendCallback(bought, { refundedMinor: 1990 })
  await shop.open()
})

test('a manual sale reduces the stock, and a checkout from before the stock was set returns none', async () => {
  const shop = await openShop(store)
  const before = await shop.open()
  await store.createProduct(shop.storeId, { id: shop.productId, stock: 3 })
  await store.sell(shop.storeId, '42', [shop.productId])
  await shop.sendCallback(before, { closed: true })
  expect(await stockOf(shop.productId)).toBe(2)
})

test('a free checkout is paid at once, and a checkout that is too large to deliver is refused', async () => {
  const shop = await openShop(store, { price: '0' })
  const checkoutId = await shop.open()
  expect(await shop.stateOf(checkoutId)).toBe('paid')
  expect(await store.poll(shop.key)).toHaveLength(1)
  const large = await store.createProduct(shop.storeId, {
    commands: { approve: Array<string>(50).fill('x'.repeat(1_000)), refund: [], expire: [] },
  })
  const much = shop.open([{ productId: large, quantity: 10 }])
  await expect(much).rejects.toMatchObject({ code: 'purchase_too_large' })
})

test('a checkout that was opened before the store had a server is delivered to the server it has when it is paid', async () => {
  const shop = await openShop(store, {}, { hasServer: false })
  const [first, second] = [await shop.open(), await shop.open()]
  await shop.pay(first)
  const { key } = await store.createServer(shop.storeId)
  await shop.pay(second)
  expect(await store.poll(key)).toHaveLength(2)
  await expectNoViolations(store)
})
