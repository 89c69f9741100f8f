import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { deliveriesOf, expectNoViolations, only } from '../../../test/store-records.ts'
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

test('cancelling twice succeeds; a reported delivery cannot be cancelled', async () => {
  const first = await newSale()
  await first.cancel()
  expect(await first.cancel()).toEqual({ wasDispatched: false })
  const second = await newSale()
  await second.report()
  await expect(second.cancel()).rejects.toMatchObject({ code: 'already_processed' })
  expect(await second.allDeliveries()).toEqual(['APPROVE[1] A processed'])
})

test('concurrent cancel and report, 20 rounds: the delivery is processed or cancelled, never both, never neither', async () => {
  for (let round = 0; round < 20; round++) {
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
