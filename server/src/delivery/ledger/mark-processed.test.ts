import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { deliveriesOf, expectSound, only } from '../../../test/store-records.ts'
import { type DeliveryId, newId } from '../../ids.ts'
import { cancelDelivery } from './cancel-delivery.ts'
import { listDeliveries } from '../read/list-deliveries.ts'
import { markProcessed } from './mark-processed.ts'
import { storeOfDelivery } from '../read/store-of-delivery.ts'

const store = await startStore()
const { app, gateway, reader } = store.database

async function newSale() {
  const storeId = await store.createStore()
  const { serverId, key } = await store.createServer(storeId)
  const { deliveryIds } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  const deliveryId = only(deliveryIds)
  return {
    storeId,
    key,
    deliveryId,
    report: () => markProcessed(gateway, { storeId, serverId, deliveryId }),
    cancel: () => cancelDelivery(app, { storeId, deliveryId }),
    elements: () => deliveriesOf(store, storeId, { A: serverId }),
  }
}

test('a hundred reports of one element at the same moment all succeed alike and change it once', async () => {
  const { report, elements } = await newSale()
  const answers = await Promise.all(Array.from({ length: 100 }, report))
  expect(new Set(answers.map((answer) => answer?.processedAt.getTime())).size).toBe(1)
  expect(await elements()).toEqual(['APPROVE[1] A processed'])
})

test('an element of another server, of another store and one that does not exist look alike, and stay as they are', async () => {
  const { storeId, deliveryId, elements } = await newSale()
  const sibling = await store.createServer(storeId)
  const stranger = await store.createServer(await store.createStore())
  for (const attempt of [
    { storeId, serverId: sibling.serverId, deliveryId },
    { storeId: stranger.storeId, serverId: stranger.serverId, deliveryId },
    { storeId, serverId: stranger.serverId, deliveryId },
    { storeId, serverId: sibling.serverId, deliveryId: newId<DeliveryId>() },
  ]) {
    expect(await markProcessed(gateway, attempt)).toBeUndefined()
  }
  expect(await elements()).toEqual(['APPROVE[1] A waiting'])
})

test('what was cancelled after the offer may have run: its late report is kept, and repeats answer the same', async () => {
  const { key, report, cancel, elements, deliveryId } = await newSale()
  await store.poll(key)
  expect(await cancel()).toEqual({ wasDispatched: true })
  const first = await report()
  expect(first).toBeDefined()
  expect(await report()).toEqual(first)
  expect(await elements()).toEqual(['APPROVE[1] A cancelled by operator'])
  expect(
    only(
      await store.query<{ at: Date }>('select late_report_at as at from delivery_ledger where id = $1', [deliveryId]),
    ).at,
  ).toEqual(first?.processedAt)
})

test('what was cancelled unseen cannot have run: its report is unknown', async () => {
  const { report, cancel } = await newSale()
  expect(await cancel()).toEqual({ wasDispatched: false })
  expect(await report()).toBeUndefined()
})

test('cancelling twice is a quiet success; what was reported cannot be cancelled', async () => {
  const first = await newSale()
  await first.cancel()
  expect(await first.cancel()).toEqual({ wasDispatched: false })
  const second = await newSale()
  await second.report()
  await expect(second.cancel()).rejects.toMatchObject({ code: 'already_processed' })
  expect(await second.elements()).toEqual(['APPROVE[1] A processed'])
})

test('an operator cannot cancel what is unknown or belongs to another store', async () => {
  const { deliveryId, elements } = await newSale()
  const other = await store.createStore()
  for (const id of [deliveryId, newId<DeliveryId>()]) {
    await expect(cancelDelivery(app, { storeId: other, deliveryId: id })).rejects.toMatchObject({ code: 'not_found' })
  }
  expect(await elements()).toEqual(['APPROVE[1] A waiting'])
})

test('cancel against report, 60 races: processed or cancelled, never both, never neither', async () => {
  for (let round = 0; round < 60; round++) {
    const { key, report, cancel, elements } = await newSale()
    await store.poll(key)
    const [reported, cancelled] = await Promise.allSettled([report(), cancel()])
    expect(reported).toMatchObject({ status: 'fulfilled', value: { processedAt: expect.any(Date) as Date } })
    expect(await elements(), `round ${round}`).toEqual([
      cancelled.status === 'fulfilled' ? 'APPROVE[1] A cancelled by operator' : 'APPROVE[1] A processed',
    ])
  }
})

test('an operator finds commands by state, player, purchase and server, the newest first', async () => {
  const { storeId, report, deliveryId } = await newSale()
  const other = await store.createServer(storeId)
  const product = await store.createProduct(storeId, { serverIds: [other.serverId] })
  const { checkoutId, deliveryIds } = await store.sell(storeId, '43', [product])
  await report()
  const find = async (filter: object) =>
    (await listDeliveries(app, { storeId, most: 50, ...filter })).map(({ id }) => id)
  expect(await find({})).toEqual([only(deliveryIds), deliveryId])
  expect(await find({ most: 1 })).toEqual(deliveryIds)
  expect(await find({ state: 'processed' })).toEqual([deliveryId])
  expect(await find({ state: 'pending' })).toEqual(deliveryIds)
  expect(await find({ gameUserId: '43' })).toEqual(deliveryIds)
  expect(await find({ checkoutId })).toEqual(deliveryIds)
  expect(await find({ serverId: other.serverId })).toEqual(deliveryIds)
  expect(await find({ state: 'cancelled' })).toEqual([])
  expect(await Promise.all([deliveryId, ...deliveryIds].map((id) => storeOfDelivery(reader, id)))).toEqual([
    storeId,
    storeId,
  ])
  await expectSound(store)
})
