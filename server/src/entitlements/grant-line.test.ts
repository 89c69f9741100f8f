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
    entitlements: () => entitlementsOf(store, storeId, productId),
  }
}

test('a second purchase extends the first', async () => {
  const { storeId, buy, entitlements } = await newProduct({ durationSeconds: 1_000 })
  await buy()
  await passTime(store, storeId, 400)
  await buy()
  expect(await entitlements()).toEqual([{ player: '42', seconds: 1_600 }])
})

test('a purchase after the end starts at its own time, not at the end of the previous purchase', async () => {
  const { storeId, buy, entitlements } = await newProduct({ durationSeconds: 1_000 })
  await buy()
  await passTime(store, storeId, 5_000)
  await expire(store)
  await buy()
  expect(await entitlements()).toEqual([{ player: '42', seconds: 1_000 }])
})

test('a purchase between the end and the expiry extends the entitlement, and nothing expires', async () => {
  const { storeId, key, buy, entitlements } = await newProduct({ durationSeconds: 1_000 })
  await buy()
  await passTime(store, storeId, 1_001)
  await buy()
  expect(await expire(store)).toBe(0)
  expect(await entitlements()).toEqual([{ player: '42', seconds: 1_000 }])
  expect((await store.poll(key)).map((delivery) => delivery.deliveryType)).toEqual(['APPROVE', 'APPROVE'])
})

test('several units of an extending product last quantity times duration', async () => {
  const { buy, entitlements } = await newProduct({ durationSeconds: 1_000 })
  await buy(5)
  expect(await entitlements()).toEqual([{ player: '42', seconds: 5_000 }])
})

test('several independent units run at the same time', async () => {
  const { buy, entitlements } = await newProduct({ durationSeconds: 1_000, rebuy: 'independent' })
  await buy(5)
  await buy()
  expect(await entitlements()).toEqual([
    { player: '42', seconds: 1_000 },
    { player: '42', seconds: 1_000 },
  ])
})

test('by default timed products extend and permanent products are independent', async () => {
  const timed = await newProduct({ durationSeconds: 1_000 })
  const permanent = await newProduct({ durationSeconds: null })
  const extending = await newProduct({ durationSeconds: null, rebuy: 'extend' })
  for (const { buy } of [timed, permanent, extending]) await Promise.all([buy(), buy()])
  expect(await timed.entitlements()).toHaveLength(1)
  expect(await permanent.entitlements()).toHaveLength(2)
  expect(await extending.entitlements()).toEqual([{ player: '42', seconds: 'for ever' }])
})

test('twenty simultaneous purchases of one player all count', async () => {
  const { buy, entitlements } = await newProduct({ durationSeconds: 1_000 })
  await Promise.all(Array.from({ length: 20 }, () => buy()))
  expect(await entitlements()).toEqual([{ player: '42', seconds: 20_000 }])
})

test('each player has a separate entitlement', async () => {
  const { buy, entitlements } = await newProduct({ durationSeconds: 1_000 })
  await Promise.all(['1', '2', '3', '1'].map((player) => buy(1, player)))
  expect(await entitlements()).toEqual([
    { player: '1', seconds: 2_000 },
    { player: '2', seconds: 1_000 },
    { player: '3', seconds: 1_000 },
  ])
  await expectNoViolations(store)
})
