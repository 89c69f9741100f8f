import { expect, test } from 'vitest'
import { startStore } from '../../test/start-store.ts'
import { deliveriesOf, expectNoViolations, expire, only, passTime } from '../../test/store-records.ts'
import { resendDelivery } from '../redelivery/resend-delivery.ts'
import { addGameServer } from './add-game-server.ts'
import { cancelDelivery } from './ledger/cancel-delivery.ts'

const store = await startStore()

test('the first server gets the deliveries that were sold before it existed', async () => {
  const storeId = await store.createStore()
  const product = await store.createProduct(storeId)
  await store.sell(storeId, '42', [product])
  await store.sell(storeId, '43', [product])
  expect(await deliveriesOf(store, storeId, {})).toEqual(['APPROVE[1] - waiting', 'APPROVE[1] - waiting'])

  const first = await addGameServer(store.database.app, {
    storeId,
    name: 'lobby',
    game: null,
    profile: 'standard',
    cell: 't1',
  })
  expect(first.takenOverDeliveries).toBe(2)
  const second = await store.createServer(storeId)
  expect((await store.poll(first.key)).map((delivery) => delivery.gameUserId)).toEqual(['42', '43'])
  expect(await store.poll(second.key)).toEqual([])
})

test('a purchase that is refunded before the first server exists is not delivered', async () => {
  const storeId = await store.createStore()
  const product = await store.createProduct(storeId)
  const { checkoutId } = await store.sell(storeId, '42', [product])
  await store.refund(storeId, checkoutId)
  const { key } = await store.createServer(storeId)
  expect(await store.poll(key)).toEqual([])
})

test('a purchase that expired before the first server existed is delivered as purchase and expiry, in this order', async () => {
  const storeId = await store.createStore()
  const product = await store.createProduct(storeId, { durationSeconds: 10 })
  await store.sell(storeId, '42', [product])
  await passTime(store, storeId, 11)
  await expire(store)
  const { key } = await store.createServer(storeId)
  expect((await store.poll(key)).map((delivery) => delivery.deliveryType)).toEqual(['APPROVE', 'EXPIRE'])
})

test('purchases that the first server took over expire and are refunded on it', async () => {
  const storeId = await store.createStore()
  const product = await store.createProduct(storeId, { durationSeconds: 10 })
  await store.sell(storeId, '42', [product])
  const { checkoutId } = await store.sell(storeId, '43', [product])
  const { key, serverId } = await store.createServer(storeId)
  await store.createServer(storeId)
  await store.poll(key)
  await store.refund(storeId, checkoutId)
  await passTime(store, storeId, 11)
  await expire(store)
  expect(await deliveriesOf(store, storeId, { A: serverId })).toEqual([
    'APPROVE[1] A dispatched',
    'APPROVE[1] A dispatched',
    'REFUND[1] A waiting',
    'EXPIRE[1] A waiting',
  ])
})

test('a delivery that was cancelled before the first server existed goes to that server when it is resent', async () => {
  const storeId = await store.createStore()
  const { deliveryIds } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  const deliveryId = only(deliveryIds)
  await cancelDelivery(store.database.app, { storeId, deliveryId })
  const { key } = await store.createServer(storeId)
  await resendDelivery(store.database.app, { storeId, deliveryId })
  expect(await store.poll(key)).toMatchObject([{ deliveryType: 'APPROVE', gameUserId: '42' }])
})

test('sales concurrent with the creation of the first server all reach that server, in 20 rounds', async () => {
  for (let round = 0; round < 20; round++) {
    const storeId = await store.createStore()
    const product = await store.createProduct(storeId)
    const sale = (player: string) => store.sell(storeId, player, [product])
    // The number of earlier sales varies, so that sales run before, during and after the creation of the server.
    const earlier = Array.from({ length: round % 4 }, (_, i) => sale(`early ${i}`))
    const server = store.createServer(storeId)
    await Promise.all([...earlier, server, sale('late'), sale('latest')])
    const { serverId } = await server
    expect(new Set(await deliveriesOf(store, storeId, { A: serverId })), `round ${round}`).toEqual(
      new Set(['APPROVE[1] A waiting']),
    )
  }
  await expectNoViolations(store)
})

test('an expiry concurrent with the creation of the first server reaches that server, in 12 rounds', async () => {
  for (let round = 0; round < 12; round++) {
    const storeId = await store.createStore()
    const product = await store.createProduct(storeId, { durationSeconds: 10 })
    await store.sell(storeId, '42', [product])
    await passTime(store, storeId, 11)
    const [{ serverId }] = await Promise.all([store.createServer(storeId), expire(store)])
    expect(await deliveriesOf(store, storeId, { A: serverId }), `round ${round}`).toEqual([
      'APPROVE[1] A waiting',
      'EXPIRE[1] A waiting',
    ])
  }
})

test('of two concurrent first servers one becomes the default and takes over every delivery', async () => {
  for (let round = 0; round < 10; round++) {
    const storeId = await store.createStore()
    await store.sell(storeId, '42', [await store.createProduct(storeId)])
    const servers = await Promise.all([store.createServer(storeId), store.createServer(storeId)])
    const queues = await Promise.all(servers.map(({ key }) => store.poll(key)))
    expect(queues.map((queue) => queue.length).sort((a, b) => a - b)).toEqual([0, 1])
  }
})
