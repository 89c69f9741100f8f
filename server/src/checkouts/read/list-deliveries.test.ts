import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { expectNoViolations, only } from '../../../test/store-records.ts'
import { markProcessed } from '../../delivery/ledger/mark-processed.ts'
import { storeOfDelivery } from '../../delivery/read/store-of-delivery.ts'
import { listDeliveries } from './list-deliveries.ts'

const store = await startStore()
const { app, gateway, reader } = store.database

test('deliveries are found by state, player, checkout and server, newest first', async () => {
  const storeId = await store.createStore()
  const { serverId } = await store.createServer(storeId)
  const deliveryId = only((await store.sell(storeId, '42', [await store.createProduct(storeId)])).deliveryIds)
  const other = await store.createServer(storeId)
  const product = await store.createProduct(storeId, { serverIds: [other.serverId] })
  const { checkoutId, deliveryIds } = await store.sell(storeId, '43', [product])
  await markProcessed(gateway, { storeId, serverId, deliveryId })
  const find = async (filter: object) =>
    (await listDeliveries(app, { storeId, limit: 50, ...filter })).map(({ id }) => id)
  expect(await find({})).toEqual([only(deliveryIds), deliveryId])
  expect(await find({ limit: 1 })).toEqual(deliveryIds)
  expect(await find({ state: 'processed' })).toEqual([deliveryId])
  expect(await find({ state: 'pending' })).toEqual(deliveryIds)
  expect(await find({ gameUserId: '43' })).toEqual(deliveryIds)
  expect(await find({ checkoutId })).toEqual(deliveryIds)
  expect(await find({ serverId: other.serverId })).toEqual(deliveryIds)
  expect(await find({ state: 'cancelled' })).toEqual([])
  const stores = await Promise.all([deliveryId, ...deliveryIds].map((id) => storeOfDelivery(reader, id)))
  expect(stores).toEqual([storeId, storeId])
  await expectNoViolations(store)
})
