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

test('an open checkout holds its stock, an abandoned one gives it back, a paid one keeps it', async () => {
  const shop = await openShop(store, { stock: 2 })
  const first = await shop.open()
  const second = await shop.open()
  await expect(shop.open()).rejects.toMatchObject({ code: 'sold_out' })
  await shop.tell(first, { closed: true })
  await shop.tell(first, { closed: true })
  expect(await stockOf(shop.productId)).toBe(1)
  await shop.pay(second)
  expect(await stockOf(shop.productId)).toBe(1)
  await expectNoViolations(store)
})

test('of twenty buyers at once for five pieces exactly five get one', async () => {
  const shop = await openShop(store, { stock: 5 })
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => shop.open([shop.productId], `player ${i}`)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(await stockOf(shop.productId)).toBe(0)
})

test('two checkouts of the same two products in opposite order do not block each other', async () => {
  const shop = await openShop(store, { stock: 100 })
  const other = await store.createProduct(shop.storeId, { stock: 100 })
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      shop.open(i % 2 === 0 ? [shop.productId, other] : [other, shop.productId], `p ${i}`),
    ),
  )
  expect([await stockOf(shop.productId), await stockOf(other)]).toEqual([80, 80])
})

test('a player gets no more than his limit, in one checkout, in several, or in many at once', async () => {
  const shop = await openShop(store, { maxPerPlayer: 2 })
  const three = shop.open([{ productId: shop.productId, quantity: 3 }])
  await expect(three).rejects.toMatchObject({ code: 'limit_reached' })
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => shop.open()))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await expect(store.sell(shop.storeId, '42', [shop.productId])).rejects.toMatchObject({ code: 'limit_reached' })
  await shop.open([shop.productId], 'somebody else')
})

test('what was abandoned or refunded no longer counts against the limit', async () => {
  const shop = await openShop(store, { maxPerPlayer: 1 })
  const abandoned = await shop.open()
  await shop.tell(abandoned, { closed: true })
  const bought = await shop.open()
  await shop.pay(bought)
  await expect(shop.open()).rejects.toMatchObject({ code: 'limit_reached' })
  await shop.tell(bought, { refundedMinor: 1990 })
  await shop.open()
})

test('a sale by an operator takes from the stock, and a product that gets a stock later owes nobody anything', async () => {
  const shop = await openShop(store)
  const before = await shop.open()
  await store.createProduct(shop.storeId, { id: shop.productId, stock: 3 })
  await store.sell(shop.storeId, '42', [shop.productId])
  await shop.tell(before, { closed: true })
  expect(await stockOf(shop.productId)).toBe(2)
})

test('what costs nothing is paid at once, and what is too large to deliver is not sold', async () => {
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

test('a checkout that was opened before the store had a server goes to the one it has when it is paid', async () => {
  const shop = await openShop(store, {}, { hasServer: false })
  const [first, second] = [await shop.open(), await shop.open()]
  await shop.pay(first)
  const { key } = await store.createServer(shop.storeId)
  await shop.pay(second)
  expect(await store.poll(key)).toHaveLength(2)
  await expectNoViolations(store)
})
