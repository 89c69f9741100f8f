import { expect, test } from 'vitest'
import { startStore } from '../../test/start-store.ts'
import { expectNoViolations, expire, entitlementsOf, passTime } from '../../test/store-records.ts'
import type { ProductInput } from '../catalog/save-product.ts'

const store = await startStore()

async function newProduct(product: Partial<ProductInput>) {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const productId = await store.createProduct(storeId, product)
  return {
    storeId,
    key,
    buy: (quantity = 1, player = '42') => store.sell(storeId, player, [[productId, quantity]]),
    held: () => entitlementsOf(store, storeId, productId),
  }
}

test('a second purchase runs on from the first', async () => {
  const { storeId, buy, held } = await newProduct({ durationSeconds: 1_000 })
  await buy()
  await passTime(store, storeId, 400)
  await buy()
  expect(await held()).toEqual([{ player: '42', seconds: 1_600 }])
})

test('a purchase after a pause runs from its own moment, not from the end of the one before', async () => {
  const { storeId, buy, held } = await newProduct({ durationSeconds: 1_000 })
  await buy()
  await passTime(store, storeId, 5_000)
  await expire(store)
  await buy()
  expect(await held()).toEqual([{ player: '42', seconds: 1_000 }])
})

test('a purchase between the end and its expiry keeps the goods: nothing is taken away', async () => {
  const { storeId, key, buy, held } = await newProduct({ durationSeconds: 1_000 })
  await buy()
  await passTime(store, storeId, 1_001)
  await buy()
  expect(await expire(store)).toBe(0)
  expect(await held()).toEqual([{ player: '42', seconds: 1_000 }])
  expect((await store.poll(key)).map((element) => element.deliveryType)).toEqual(['APPROVE', 'APPROVE'])
})

test('several units that extend follow each other: quantity times duration', async () => {
  const { buy, held } = await newProduct({ durationSeconds: 1_000 })
  await buy(5)
  expect(await held()).toEqual([{ player: '42', seconds: 5_000 }])
})

test('several units that stand on their own run side by side', async () => {
  const { buy, held } = await newProduct({ durationSeconds: 1_000, rebuy: 'independent' })
  await buy(5)
  await buy()
  expect(await held()).toEqual([
    { player: '42', seconds: 1_000 },
    { player: '42', seconds: 1_000 },
  ])
})

test('timed products extend and others stand on their own, unless the owner says otherwise', async () => {
  const timed = await newProduct({ durationSeconds: 1_000 })
  const permanent = await newProduct({ durationSeconds: null })
  const extending = await newProduct({ durationSeconds: null, rebuy: 'extend' })
  for (const { buy } of [timed, permanent, extending]) await Promise.all([buy(), buy()])
  expect(await timed.held()).toHaveLength(1)
  expect(await permanent.held()).toHaveLength(2)
  expect(await extending.held()).toEqual([{ player: '42', seconds: 'for ever' }])
})

test('twenty simultaneous purchases of one player all count', async () => {
  const { buy, held } = await newProduct({ durationSeconds: 1_000 })
  await Promise.all(Array.from({ length: 20 }, () => buy()))
  expect(await held()).toEqual([{ player: '42', seconds: 20_000 }])
})

test('each player holds his own', async () => {
  const { buy, held } = await newProduct({ durationSeconds: 1_000 })
  await Promise.all(['1', '2', '3', '1'].map((player) => buy(1, player)))
  expect(await held()).toEqual([
    { player: '1', seconds: 2_000 },
    { player: '2', seconds: 1_000 },
    { player: '3', seconds: 1_000 },
  ])
  await expectNoViolations(store)
})
