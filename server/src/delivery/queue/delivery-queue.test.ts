import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { deliveriesOf, expire, holdRows, only, passTime, untilWaiting } from '../../../test/store-records.ts'
import { createDeliveryQueue } from './delivery-queue.ts'

const store = await startStore()
const queue = createDeliveryQueue(store.database.gateway)

async function newQueue(players: string[]) {
  const storeId = await store.createStore()
  const { serverId } = await store.createServer(storeId)
  const product = await store.createProduct(storeId, { durationSeconds: 100 })
  const sold = []
  for (const player of players) sold.push(await store.sell(storeId, player, [product]))
  return {
    storeId,
    product,
    sold,
    poll: async () => (await queue.dispatch({ storeId, serverId, profile: 'standard' })).deliveries,
    allDeliveries: () => deliveriesOf(store, storeId, { A: serverId }),
  }
}

test('two concurrent polls never return an expiry without the purchase before it', async () => {
  const { poll, storeId, sold } = await newQueue(['1'])
  await passTime(store, storeId, 101)
  const gate = await holdRows(store, 'select from pending_deliveries where id = $1 for update', [
    only(only(sold).deliveryIds),
  ])
  const first = poll()
  await untilWaiting(store, 1)
  await expire(store)
  const second = poll()
  await untilWaiting(store, 2)
  await gate.release()
  expect((await first).map((delivery) => delivery.delivery_type)).toEqual(['APPROVE'])
  expect((await second).map((delivery) => delivery.delivery_type)).toEqual(['APPROVE', 'EXPIRE'])
})

test('a refund that commits while the poll waits removes the delivery from the response', async () => {
  const { poll, storeId, sold, allDeliveries } = await newQueue(['1', '2'])
  const [first] = sold
  if (!first) throw new Error('nothing was sold')
  const gate = await holdRows(
    store,
    'select from pending_deliveries where store_id = $1 order by position for update',
    [storeId],
  )
  const refund = store.refund(storeId, first.checkoutId)
  await untilWaiting(store, 1)
  const response = poll()
  await untilWaiting(store, 2)
  await gate.release()
  await refund
  const players = (await response).map((delivery) => delivery.game_user_id)
  const wasCancelled = (await allDeliveries()).includes('APPROVE[1] A cancelled by refund')
  expect(players).toEqual(wasCancelled ? ['2'] : ['1', '2'])
})
