import { expect, test } from 'vitest'
import { startStore } from '../../test/start-store.ts'
import { entitlementsOf } from '../../test/store-records.ts'
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
