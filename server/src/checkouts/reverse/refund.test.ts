import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import {
  deliveriesOf,
  expectNoViolations,
  expire,
  entitlementsOf,
  only,
  passTime,
} from '../../../test/store-records.ts'
import { cancelDelivery } from '../../delivery/ledger/cancel-delivery.ts'
import { type CheckoutId, formatId, newId, type ProductId } from '../../ids.ts'

const store = await startStore()

async function newStore(servers = 1) {
  const storeId = await store.createStore()
  const made = []
  for (let i = 0; i < servers; i++) made.push(await store.createServer(storeId))
  const names = Object.fromEntries(made.map(({ serverId }, i) => ['ABC'.charAt(i), serverId]))
  return { storeId, servers: made, elements: () => deliveriesOf(store, storeId, names) }
}

async function stateOf(checkoutId: CheckoutId): Promise<string> {
  return only(await store.query<{ state: string }>('select state from checkouts where id = $1', [checkoutId])).state
}

test('a refund before the offer cancels the purchase, and the player holds nothing', async () => {
  const { storeId, servers, elements } = await newStore()
  const product = await store.createProduct(storeId)
  const { checkoutId, deliveryIds } = await store.sell(storeId, '42', [[product, 3]])
  expect(await store.refund(storeId, checkoutId)).toEqual({ lineNos: [1], cancelledIds: deliveryIds, deliveryIds: [] })
  expect(await elements()).toEqual(['APPROVE[1] A cancelled by refund'])
  expect(await store.poll(only(servers).key)).toEqual([])
  expect(await entitlementsOf(store, storeId, product)).toEqual([])
  expect(await stateOf(checkoutId)).toBe('refunded')
})

test('a refund after the offer comes behind the purchase, unit by unit', async () => {
  const { storeId, servers, elements } = await newStore()
  const { key } = only(servers)
  const { checkoutId } = await store.sell(storeId, '42', [[await store.createProduct(storeId), 3]])
  await store.poll(key)
  const { deliveryIds, cancelledIds } = await store.refund(storeId, checkoutId)
  expect([deliveryIds.length, cancelledIds.length]).toEqual([1, 0])
  expect(await elements()).toEqual(['APPROVE[1] A dispatched', 'REFUND[1] A waiting'])
  expect((await store.poll(key)).at(1)?.products).toHaveLength(3)
})

test('a refund of what was reported takes it back', async () => {
  const { storeId, servers, elements } = await newStore()
  const { key } = only(servers)
  const { checkoutId } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  await store.report(key, only(await store.poll(key)).id)
  await store.refund(storeId, checkoutId)
  expect(await elements()).toEqual(['APPROVE[1] A processed', 'REFUND[1] A waiting'])
})

test('a report without a poll counts as an offer: a later refund takes back', async () => {
  const { storeId, servers, elements } = await newStore()
  const { key } = only(servers)
  const { checkoutId, deliveryIds } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  await store.report(key, formatId('cmd', only(deliveryIds)))
  await store.refund(storeId, checkoutId)
  expect(await elements()).toEqual(['APPROVE[1] A processed', 'REFUND[1] A waiting'])
})

test('where only one of several servers was offered the goods, that one takes back and the others never see them', async () => {
  const { storeId, servers, elements } = await newStore(3)
  const product = await store.createProduct(storeId, { serverIds: servers.map(({ serverId }) => serverId) })
  const { checkoutId } = await store.sell(storeId, '42', [product])
  await store.poll(servers[1]?.key ?? '')
  await store.refund(storeId, checkoutId)
  expect((await elements()).sort()).toEqual([
    'APPROVE[1] A cancelled by refund',
    'APPROVE[1] B dispatched',
    'APPROVE[1] C cancelled by refund',
    'REFUND[1] B waiting',
  ])
})

test('a refund by line leaves the other lines; unseen, the element goes on without it in the same place', async () => {
  const { storeId, servers, elements } = await newStore()
  const { key } = only(servers)
  const [first, second] = [
    await store.createProduct(storeId, { name: 'first' }),
    await store.createProduct(storeId, { name: 'second' }),
  ]
  const { checkoutId, deliveryIds } = await store.sell(storeId, '42', [first, second])
  await store.sell(storeId, '43', [first])
  expect(await store.refund(storeId, checkoutId, [1])).toEqual({ lineNos: [1], cancelledIds: [], deliveryIds: [] })
  expect(await elements()).toEqual(['APPROVE[2] A waiting', 'APPROVE[1] A waiting'])
  const [element] = await store.poll(key)
  expect(element?.products?.map((product) => product.name)).toEqual(['second'])
  expect(await stateOf(checkoutId)).toBe('paid')

  await store.refund(storeId, checkoutId, [2])
  expect(await elements()).toEqual(['APPROVE[2] A dispatched', 'APPROVE[1] A dispatched', 'REFUND[2] A waiting'])
  expect(await stateOf(checkoutId)).toBe('refunded')
  expect(deliveryIds).toHaveLength(1)
})

test('lines refunded one after the other after the offer are each taken back once', async () => {
  const { storeId, servers, elements } = await newStore()
  const product = await store.createProduct(storeId)
  const { checkoutId } = await store.sell(storeId, '42', [product, product, product])
  await store.poll(only(servers).key)
  await store.refund(storeId, checkoutId, [2])
  await store.refund(storeId, checkoutId, [2, 3])
  await store.refund(storeId, checkoutId)
  expect(await elements()).toEqual([
    'APPROVE[1,2,3] A dispatched',
    'REFUND[2] A waiting',
    'REFUND[3] A waiting',
    'REFUND[1] A waiting',
  ])
})

test('refunding twice, or ten times at once, refunds once', async () => {
  const { storeId, servers, elements } = await newStore()
  const { checkoutId } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  await store.poll(only(servers).key)
  const done = await Promise.all(Array.from({ length: 10 }, () => store.refund(storeId, checkoutId)))
  expect(done.filter(({ lineNos }) => lineNos.length > 0)).toHaveLength(1)
  expect(await store.refund(storeId, checkoutId)).toEqual({ lineNos: [], cancelledIds: [], deliveryIds: [] })
  expect(await elements()).toEqual(['APPROVE[1] A dispatched', 'REFUND[1] A waiting'])
})

test('what an operator cancelled unseen needs no take-back; cancelled after the offer it does', async () => {
  const { storeId, servers, elements } = await newStore()
  const product = await store.createProduct(storeId)
  const unseen = await store.sell(storeId, '42', [product])
  await cancelDelivery(store.database.app, { storeId, deliveryId: only(unseen.deliveryIds) })
  const seen = await store.sell(storeId, '43', [product])
  await store.poll(only(servers).key)
  await cancelDelivery(store.database.app, { storeId, deliveryId: only(seen.deliveryIds) })
  expect((await store.refund(storeId, unseen.checkoutId)).lineNos).toEqual([1])
  await store.refund(storeId, seen.checkoutId)
  expect(await elements()).toEqual([
    'APPROVE[1] A cancelled by operator',
    'APPROVE[1] A cancelled by operator',
    'REFUND[1] A waiting',
  ])
})

test('a product without refund commands is taken back quietly: no element without a command is queued', async () => {
  const { storeId, servers, elements } = await newStore()
  const product = await store.createProduct(storeId, {
    commands: { approve: ['give {userId}'], refund: [], expire: [] },
  })
  const { checkoutId } = await store.sell(storeId, '42', [product])
  await store.poll(only(servers).key)
  await store.refund(storeId, checkoutId)
  expect(await elements()).toEqual(['APPROVE[1] A dispatched'])
  expect(await entitlementsOf(store, storeId, product)).toEqual([])
})

test('after the expiry a refund takes nothing away a second time', async () => {
  const { storeId, servers, elements } = await newStore()
  const { checkoutId } = await store.sell(storeId, '42', [await store.createProduct(storeId, { durationSeconds: 9 })])
  await store.poll(only(servers).key)
  await passTime(store, storeId, 10)
  await expire(store)
  await store.refund(storeId, checkoutId)
  expect(await elements()).toEqual(['APPROVE[1] A dispatched', 'EXPIRE[1] A waiting'])
  expect(await stateOf(checkoutId)).toBe('refunded')
})

test('what expired unseen and is refunded then leaves neither the purchase nor its expiry in the queue', async () => {
  const { storeId, elements } = await newStore()
  const { checkoutId } = await store.sell(storeId, '42', [await store.createProduct(storeId, { durationSeconds: 9 })])
  await passTime(store, storeId, 10)
  await expire(store)
  await store.refund(storeId, checkoutId)
  expect(await elements()).toEqual(['APPROVE[1] A cancelled by refund', 'EXPIRE[1] A cancelled by refund'])
})

test('an unknown checkout, a foreign one and an unknown line look alike: not found, and nothing changes', async () => {
  const { storeId, elements } = await newStore()
  const other = await newStore()
  const product: ProductId = await store.createProduct(storeId)
  const { checkoutId } = await store.sell(storeId, '42', [product])
  const unknown = await store.refund(storeId, newId<CheckoutId>()).catch((error: unknown) => error)
  const foreign = await store.refund(other.storeId, checkoutId).catch((error: unknown) => error)
  expect(unknown).toMatchObject({ code: 'not_found' })
  expect(foreign).toEqual(unknown)
  await expect(store.refund(storeId, checkoutId, [1, 2])).rejects.toMatchObject({ code: 'not_found' })
  expect(await elements()).toEqual(['APPROVE[1] A waiting'])
  await expectNoViolations(store)
})
