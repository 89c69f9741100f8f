import { expect, test } from 'vitest'
import { startStore } from '../../test/start-store.ts'
import {
  deliveriesOf,
  expire,
  entitlementsOf,
  holdRows,
  only,
  passTime,
  untilWaiting,
} from '../../test/store-records.ts'
import type { ProductInput } from '../catalog/save-product.ts'
import type { EntitlementId } from '../ids.ts'
import { expireEntitlements } from './expire-entitlements.ts'

const store = await startStore()

async function newProduct(product: Partial<ProductInput> = {}) {
  const storeId = await store.createStore()
  const a = await store.createServer(storeId)
  const b = await store.createServer(storeId)
  const productId = await store.createProduct(storeId, { durationSeconds: 100, ...product })
  return {
    storeId,
    a,
    b,
    productId,
    buy: (quantity = 1, player = '42') => store.sell(storeId, player, [[productId, quantity]]),
    deliveries: () => deliveriesOf(store, storeId, { A: a.serverId, B: b.serverId }),
    entitlements: () => entitlementsOf(store, storeId, productId),
  }
}

test('nothing expires early, not even by a second', async () => {
  const { storeId, productId, buy, deliveries } = await newProduct()
  const { checkoutId } = await buy()
  await passTime(store, storeId, 98)
  expect(await expire(store)).toBe(0)
  const { id } = only(
    await store.query<{ id: EntitlementId }>('select id from entitlements where store_id = $1', [storeId]),
  )
  expect(await expireEntitlements(store.database.app, [{ storeId, id }])).toBe(0)
  expect(await deliveries()).toEqual(['APPROVE[1] A waiting'])
  expect(await entitlementsOf(store, storeId, productId)).toHaveLength(1)
  await store.refund(storeId, checkoutId)
})

test('an extending product expires once on each server that any of its purchases went to', async () => {
  const { storeId, a, b, productId, buy, deliveries } = await newProduct()
  await buy()
  await store.createProduct(storeId, { id: productId, durationSeconds: 100, serverIds: [a.serverId, b.serverId] })
  await buy(2)
  await passTime(store, storeId, 301)
  await expire(store)
  expect((await deliveries()).slice(3).sort()).toEqual(['EXPIRE[1] A waiting', 'EXPIRE[1] B waiting'])
})

test('an entitlement that a purchase is extending does not expire', async () => {
  const { storeId, a, productId, buy, deliveries } = await newProduct()
  await buy()
  await passTime(store, storeId, 101)
  // The purchase has extended the entitlement, and its last statement waits for the row of the server.
  const gate = await holdRows(store, 'select from game_servers where id = $1 for update', [a.serverId])
  const purchase = buy()
  await untilWaiting(store, 1)
  expect(await expire(store)).toBe(0)
  await gate.release()
  await purchase
  expect(await expire(store)).toBe(0)
  expect(await deliveries()).toEqual(['APPROVE[1] A waiting', 'APPROVE[1] A waiting'])
  expect(await entitlementsOf(store, storeId, productId)).toEqual([{ player: '42', seconds: 100 }])
})

test('an entitlement that was extended after it was found due does not expire', async () => {
  const { storeId, buy, deliveries } = await newProduct()
  await buy()
  await passTime(store, storeId, 101)
  const due = await store.query<{ id: EntitlementId }>('select id from entitlements where store_id = $1', [storeId])
  await buy()
  expect(await expireEntitlements(store.database.app, [{ storeId, id: only(due).id }])).toBe(0)
  expect(await deliveries()).toEqual(['APPROVE[1] A waiting', 'APPROVE[1] A waiting'])
})

test('the clock of the database decides what is due, not the clock of the process', async () => {
  const { storeId, buy } = await newProduct()
  await buy()
  const real = Date.now
  Date.now = () => real() + 86_400_000
  try {
    expect(await expire(store)).toBe(0)
  } finally {
    Date.now = real
  }
  await passTime(store, storeId, 101)
  Date.now = () => real() - 86_400_000
  try {
    expect(await expire(store)).toBe(1)
  } finally {
    Date.now = real
  }
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
