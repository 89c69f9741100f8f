import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { deliveriesOf, entitlementsOf, only } from '../../../test/store-records.ts'
import { cancelDelivery } from '../../delivery/ledger/cancel-delivery.ts'
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

test('a refund before the dispatch cancels the delivery and ends the entitlement', async () => {
  const { storeId, servers, deliveries } = await newStore()
  const product = await store.createProduct(storeId)
  const { checkoutId, deliveryIds } = await store.sell(storeId, '42', [[product, 3]])
  expect(await store.refund(storeId, checkoutId)).toEqual({ lineNos: [1], cancelledIds: deliveryIds, deliveryIds: [] })
  expect(await deliveries()).toEqual(['APPROVE[1] A cancelled by refund'])
  expect(await store.poll(only(servers).key)).toEqual([])
  expect(await entitlementsOf(store, storeId, product)).toEqual([])
  expect(await stateOf(checkoutId)).toBe('refunded')
})

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

test('a refund of a reported delivery adds a REFUND', async () => {
  const { storeId, servers, deliveries } = await newStore()
  const { key } = only(servers)
  const { checkoutId } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  await store.report(key, only(await store.poll(key)).id)
  await store.refund(storeId, checkoutId)
  expect(await deliveries()).toEqual(['APPROVE[1] A processed', 'REFUND[1] A waiting'])
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

test('a delivery cancelled before the dispatch needs no REFUND; one cancelled after it does', async () => {
  const { storeId, servers, deliveries } = await newStore()
  const product = await store.createProduct(storeId)
  const unseen = await store.sell(storeId, '42', [product])
  await cancelDelivery(store.database.app, { storeId, deliveryId: only(unseen.deliveryIds) })
  const seen = await store.sell(storeId, '43', [product])
  await store.poll(only(servers).key)
  await cancelDelivery(store.database.app, { storeId, deliveryId: only(seen.deliveryIds) })
  expect((await store.refund(storeId, unseen.checkoutId)).lineNos).toEqual([1])
  await store.refund(storeId, seen.checkoutId)
  expect(await deliveries()).toEqual([
    'APPROVE[1] A cancelled by operator',
    'APPROVE[1] A cancelled by operator',
    'REFUND[1] A waiting',
  ])
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
