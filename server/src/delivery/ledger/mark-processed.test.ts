import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { deliveriesOf, expectNoViolations, only } from '../../../test/store-records.ts'
import { type DeliveryId, newId } from '../../ids.ts'
import { cancelDelivery } from './cancel-delivery.ts'
import { markProcessed } from './mark-processed.ts'

const store = await startStore()
const { app, gateway } = store.database

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
    allDeliveries: () => deliveriesOf(store, storeId, { A: serverId }),
  }
}

test('a hundred concurrent reports of one delivery all get the same result and change it once', async () => {
  const { report, allDeliveries } = await newSale()
  const results = await Promise.all(Array.from({ length: 100 }, report))
  expect(new Set(results.map((result) => result?.processedAt.getTime())).size).toBe(1)
  expect(await allDeliveries()).toEqual(['APPROVE[1] A processed'])
})

test('reports of a delivery of another server, of another store and of none get the same result and change nothing', async () => {
  const { storeId, deliveryId, allDeliveries } = await newSale()
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
  expect(await allDeliveries()).toEqual(['APPROVE[1] A waiting'])
})

test('a late report of a delivery that was cancelled after its dispatch is stored, and a repeated one gets the same result', async () => {
  const { key, report, cancel, allDeliveries, deliveryId } = await newSale()
  await store.poll(key)
  expect(await cancel()).toEqual({ wasDispatched: true })
  const first = await report()
  expect(first).toBeDefined()
  expect(await report()).toEqual(first)
  expect(await allDeliveries()).toEqual(['APPROVE[1] A cancelled by operator'])
  expect(
    only(
      await store.query<{ at: Date }>('select late_report_at as at from delivery_ledger where id = $1', [deliveryId]),
    ).at,
  ).toEqual(first?.processedAt)
})

test('a report of a delivery that was cancelled before its dispatch is unknown', async () => {
  const { report, cancel } = await newSale()
  expect(await cancel()).toEqual({ wasDispatched: false })
  expect(await report()).toBeUndefined()
})

test('cancelling twice succeeds; a reported delivery cannot be cancelled', async () => {
  const first = await newSale()
  await first.cancel()
  expect(await first.cancel()).toEqual({ wasDispatched: false })
  const second = await newSale()
  await second.report()
  await expect(second.cancel()).rejects.toMatchObject({ code: 'already_processed' })
  expect(await second.allDeliveries()).toEqual(['APPROVE[1] A processed'])
})

test('staff cannot cancel an unknown delivery or one of another store', async () => {
  const { deliveryId, allDeliveries } = await newSale()
  const other = await store.createStore()
  for (const id of [deliveryId, newId<DeliveryId>()]) {
    await expect(cancelDelivery(app, { storeId: other, deliveryId: id })).rejects.toMatchObject({ code: 'not_found' })
  }
  expect(await allDeliveries()).toEqual(['APPROVE[1] A waiting'])
})

test('concurrent cancel and report, 60 rounds: the delivery is processed or cancelled, never both, never neither', async () => {
  for (let round = 0; round < 60; round++) {
    const { key, report, cancel, allDeliveries } = await newSale()
    await store.poll(key)
    const [reported, cancelled] = await Promise.allSettled([report(), cancel()])
    expect(reported).toMatchObject({ status: 'fulfilled', value: { processedAt: expect.any(Date) as Date } })
    expect(await allDeliveries(), `round ${round}`).toEqual([
      cancelled.status === 'fulfilled' ? 'APPROVE[1] A cancelled by operator' : 'APPROVE[1] A processed',
    ])
  }
  await expectNoViolations(store)
})
