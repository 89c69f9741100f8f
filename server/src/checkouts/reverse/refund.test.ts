import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import {
  deliveriesOf,
  entitlementsOf,
  only,
  expectNoViolations,
  expire,
  passTime,
} from '../../../test/store-records.ts'
import type { ProductInput } from '../../catalog/save-product.ts'
import { setDefaultServer } from '../../game-servers/set-default-server.ts'
import { type CheckoutId, formatId } from '../../ids.ts'

const store = await startStore()

async function newStore(servers = 1) {
  const storeId = await store.createStore()
  const made = []
  for (let i = 0; i < servers; i++) made.push(await store.createServer(storeId))
  const names = Object.fromEntries(made.map(({ serverId }, i) => ['ABC'.charAt(i), serverId]))
  return { storeId, servers: made, deliveries: () => deliveriesOf(store, storeId, names) }
}

async function stateOf(checkoutId: CheckoutId): Promise<string> {
  return only(await store.query<{ state: string }>('select state from checkouts where id = $1', [checkoutId])).state
}

test('a refund after the dispatch adds a REFUND with all units after the purchase', async () => {
  const { storeId, servers, deliveries } = await newStore()
  const { key } = only(servers)
  const { checkoutId } = await store.sell(storeId, '42', [[await store.createProduct(storeId), 3]])
  await store.poll(key)
  const { deliveryIds, cancelledIds } = await store.refund(storeId, checkoutId)
  expect([deliveryIds.length, cancelledIds.length]).toEqual([1, 0])
  expect(await deliveries()).toEqual(['APPROVE[1] A dispatched', 'REFUND[1] A waiting'])
  expect((await store.poll(key)).at(1)?.products).toHaveLength(3)
})

test('a report without a poll counts as a dispatch: a later refund adds a REFUND', async () => {
  const { storeId, servers, deliveries } = await newStore()
  const { key } = only(servers)
  const { checkoutId, deliveryIds } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  await store.report(key, formatId('cmd', only(deliveryIds)))
  await store.refund(storeId, checkoutId)
  expect(await deliveries()).toEqual(['APPROVE[1] A processed', 'REFUND[1] A waiting'])
})

test('a refund of one line removes it from an undispatched delivery, which keeps its place in the queue', async () => {
  const { storeId, servers, deliveries } = await newStore()
  const { key } = only(servers)
  const [first, second] = [
    await store.createProduct(storeId, { name: 'first' }),
    await store.createProduct(storeId, { name: 'second' }),
  ]
  const { checkoutId, deliveryIds } = await store.sell(storeId, '42', [first, second])
  await store.sell(storeId, '43', [first])
  expect(await store.refund(storeId, checkoutId, [1])).toEqual({ lineNos: [1], cancelledIds: [], deliveryIds: [] })
  expect(await deliveries()).toEqual(['APPROVE[2] A waiting', 'APPROVE[1] A waiting'])
  const [delivery] = await store.poll(key)
  expect(delivery?.products?.map((product) => product.name)).toEqual(['second'])
  expect(await stateOf(checkoutId)).toBe('paid')

  await store.refund(storeId, checkoutId, [2])
  expect(await deliveries()).toEqual(['APPROVE[2] A dispatched', 'APPROVE[1] A dispatched', 'REFUND[2] A waiting'])
  expect(await stateOf(checkoutId)).toBe('refunded')
  expect(deliveryIds).toHaveLength(1)
})

test('refunding twice, or ten times at once, refunds once', async () => {
  const { storeId, servers, deliveries } = await newStore()
  const { checkoutId } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  await store.poll(only(servers).key)
  const done = await Promise.all(Array.from({ length: 10 }, () => store.refund(storeId, checkoutId)))
  expect(done.filter(({ lineNos }) => lineNos.length > 0)).toHaveLength(1)
  expect(await store.refund(storeId, checkoutId)).toEqual({ lineNos: [], cancelledIds: [], deliveryIds: [] })
  expect(await deliveries()).toEqual(['APPROVE[1] A dispatched', 'REFUND[1] A waiting'])
})

test('a refund of a product without refund commands ends the entitlement without a delivery', async () => {
  const { storeId, servers, deliveries } = await newStore()
  const product = await store.createProduct(storeId, {
    commands: { approve: ['give {userId}'], refund: [], expire: [] },
  })
  const { checkoutId } = await store.sell(storeId, '42', [product])
  await store.poll(only(servers).key)
  await store.refund(storeId, checkoutId)
  expect(await deliveries()).toEqual(['APPROVE[1] A dispatched'])
  expect(await entitlementsOf(store, storeId, product)).toEqual([])
})

/** A store with two servers, of which the first is the default, and a product that extends by 100 s. */
async function newExtendingProduct(product: Partial<ProductInput> = {}) {
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
  const { storeId, a, b, buy, deliveries, entitlements } = await newExtendingProduct()
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
    const { storeId, a, buy, deliveries } = await newExtendingProduct()
    const bought = [await buy(), await buy(), await buy()]
    await store.poll(a.key)
    await Promise.all(bought.flatMap((id) => [store.refund(storeId, id), store.refund(storeId, id)]))
    expect((await deliveries()).filter((delivery) => delivery.startsWith('REFUND'))).toHaveLength(1)
  }
})

test('a permanent extending purchase survives the refund of a timed one, and the other way round', async () => {
  const { storeId, productId, buy, entitlements } = await newExtendingProduct()
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

test('a server that a refund left unrevoked gets the EXPIRE of the remaining purchase', async () => {
  const { storeId, a, b, buy, deliveries } = await newExtendingProduct()
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
