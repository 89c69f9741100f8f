import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { deliveriesOf, expectNoViolations, expire, entitlementsOf, passTime } from '../../../test/store-records.ts'
import type { ProductInput } from '../../catalog/save-product.ts'
import { setDefaultServer } from '../../game-servers/set-default-server.ts'

const store = await startStore()

/** A store with two servers, of which the first is the default, and a product that extends by 100 s. */
async function newStore(product: Partial<ProductInput> = {}) {
  const storeId = await store.createStore()
  const a = await store.createServer(storeId)
  const b = await store.createServer(storeId)
  const productId = await store.createProduct(storeId, { durationSeconds: 100, ...product })
  return {
    storeId,
    a,
    b,
    productId,
    buy: async () => (await store.sell(storeId, '42', [productId])).checkoutId,
    deliveries: () => deliveriesOf(store, storeId, { A: a.serverId, B: b.serverId }),
    entitlements: () => entitlementsOf(store, storeId, productId),
  }
}

test('the refund of the last purchase revokes on each server once, also for earlier refunds that revoked nothing', async () => {
  const { storeId, a, b, buy, deliveries, entitlements } = await newStore()
  const first = await buy()
  await store.poll(a.key)
  await setDefaultServer(store.database.app, { storeId, serverId: b.serverId })
  const second = await buy()
  await store.poll(b.key)
  const third = await buy()
  await store.refund(storeId, first)
  await store.refund(storeId, second)
  expect((await deliveries()).filter((delivery) => delivery.startsWith('REFUND'))).toEqual([])
  await store.refund(storeId, third)
  expect((await deliveries()).sort()).toEqual([
    'APPROVE[1] A dispatched',
    'APPROVE[1] B cancelled by refund',
    'APPROVE[1] B dispatched',
    'REFUND[1] A waiting',
    'REFUND[1] B waiting',
  ])
  expect(await entitlements()).toEqual([])
})

test('three purchases refunded at the same time cause one REFUND', async () => {
  for (let round = 0; round < 15; round++) {
    const { storeId, a, buy, deliveries } = await newStore()
    const bought = [await buy(), await buy(), await buy()]
    await store.poll(a.key)
    await Promise.all(bought.flatMap((id) => [store.refund(storeId, id), store.refund(storeId, id)]))
    expect((await deliveries()).filter((delivery) => delivery.startsWith('REFUND'))).toHaveLength(1)
  }
})

test('a permanent extending purchase survives the refund of a timed one, and the other way round', async () => {
  const { storeId, productId, buy, entitlements } = await newStore()
  const timed = await buy()
  await store.createProduct(storeId, { id: productId, rebuy: 'extend', durationSeconds: null })
  const forEver = await buy()
  expect(await entitlements()).toEqual([{ player: '42', seconds: 'for ever' }])
  await store.refund(storeId, forEver)
  expect(await entitlements()).toEqual([{ player: '42', seconds: 100 }])
  const again = await buy()
  await store.refund(storeId, timed)
  expect(await entitlements()).toEqual([{ player: '42', seconds: 'for ever' }])
  await store.refund(storeId, again)
  expect(await entitlements()).toEqual([])
})

test('a refund after the expiry keeps the EXPIRE of a purchase that is still in the queue', async () => {
  const { storeId, a, buy } = await newStore()
  const first = await buy()
  await buy()
  await passTime(store, storeId, 201)
  await expire(store)
  await store.refund(storeId, first)
  expect((await store.poll(a.key)).map((delivery) => delivery.deliveryType)).toEqual(['APPROVE', 'EXPIRE'])
})

test('if the newer purchase is refunded after the end of the older one, the older one expires', async () => {
  const { storeId, a, buy, deliveries, entitlements } = await newStore()
  await buy()
  await passTime(store, storeId, 50)
  const second = await buy()
  await passTime(store, storeId, 70)
  await store.refund(storeId, second)
  await expire(store)
  expect(await entitlements()).toEqual([])
  expect(await deliveries()).toEqual([
    'APPROVE[1] A waiting',
    'APPROVE[1] A cancelled by refund',
    'EXPIRE[1] A waiting',
  ])
  expect((await store.poll(a.key)).map((delivery) => delivery.deliveryType)).toEqual(['APPROVE', 'EXPIRE'])
})

test('a server that a refund left unrevoked gets the EXPIRE of the remaining purchase', async () => {
  const { storeId, a, b, buy, deliveries } = await newStore()
  const first = await buy()
  await store.poll(a.key)
  await setDefaultServer(store.database.app, { storeId, serverId: b.serverId })
  await buy()
  await store.refund(storeId, first)
  await passTime(store, storeId, 201)
  await expire(store)
  expect((await deliveries()).sort()).toEqual([
    'APPROVE[1] A dispatched',
    'APPROVE[1] B waiting',
    'EXPIRE[1] A waiting',
    'EXPIRE[1] B waiting',
  ])
})

test('all stores of these tests pass verification', async () => {
  await expectNoViolations(store)
})
