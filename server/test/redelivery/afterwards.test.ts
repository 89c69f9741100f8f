import { expect, test } from 'vitest'
import { resendDelivery } from '../../src/redelivery/resend-delivery.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations, expire, only, passTime } from '../store-records.ts'
import { openDesk, outcomes } from './redelivery-desk.ts'

const store = await startStore()

test('a refund cancels what a redelivery sent and nobody was offered', async () => {
  const desk = await openDesk(store)
  const coins = await store.createProduct(desk.storeId)
  const { checkoutId } = await store.sell(desk.storeId, '42', [coins])
  await desk.deliver()
  await desk.redeliver()
  await store.refund(desk.storeId, checkoutId)
  expect(await desk.deliveries()).toEqual([
    'APPROVE[1] A processed',
    'APPROVE[1] A cancelled by refund',
    'REFUND[1] A waiting',
  ])
  await expectNoViolations(store)
})

test('a refund follows what a redelivery sent and somebody was offered', async () => {
  const desk = await openDesk(store)
  const coins = await store.createProduct(desk.storeId)
  const { checkoutId } = await store.sell(desk.storeId, '42', [coins])
  await desk.deliver()
  await desk.redeliver()
  await store.poll(desk.a.key)
  await store.refund(desk.storeId, checkoutId)
  expect(await desk.deliveries()).toEqual(['APPROVE[1] A processed', 'APPROVE[1] A dispatched', 'REFUND[1] A waiting'])
  expect(await desk.deliver(desk.a)).toHaveLength(2)
  await expectNoViolations(store)
})

test('an expiry stands behind what a redelivery sent, and there is one', async () => {
  const desk = await openDesk(store)
  const rank = await store.createProduct(desk.storeId, { durationSeconds: 100 })
  await store.sell(desk.storeId, '42', [rank])
  await desk.deliver()
  await desk.redeliver()
  await passTime(store, desk.storeId, 101)
  await expire(store)
  expect(await desk.deliveries()).toEqual(['APPROVE[1] A processed', 'APPROVE[1] A waiting', 'EXPIRE[1] A waiting'])
  await desk.deliver()
  expect(outcomes((await desk.redeliver()).breakdown)).toEqual({ expired: 1 })
  await expectNoViolations(store)
})

test('what a redelivery sent is not sent again by hand while it waits, and can be afterwards', async () => {
  const desk = await openDesk(store)
  const coins = await store.createProduct(desk.storeId)
  const { deliveryIds } = await store.sell(desk.storeId, '42', [coins])
  await desk.deliver()
  await desk.redeliver()
  const again = (deliveryId = only(deliveryIds)) =>
    resendDelivery(store.database.app, { storeId: desk.storeId, deliveryId })
  await expect(again()).rejects.toMatchObject({ code: 'still_pending' })
  await again(only(await desk.deliver(desk.a)))
  expect(outcomes((await desk.redeliver()).breakdown)).toEqual({ waiting: 1 })
  await expectNoViolations(store)
})

test('a refund, an expiry and a purchase after the start are honoured when their turn comes, and shown', async () => {
  const desk = await openDesk(store)
  const rank = await store.createProduct(desk.storeId, { durationSeconds: 100 })
  const coins = await store.createProduct(desk.storeId)
  await store.sell(desk.storeId, 'expires', [rank])
  const gone = await store.sell(desk.storeId, 'refunds', [coins])
  await store.sell(desk.storeId, 'stays', [coins])
  await store.sell(desk.storeId, 'is away', [coins])
  const [, , , last] = await store.poll(desk.a.key)
  for (const { id } of (await store.poll(desk.a.key)).slice(0, 3)) await store.report(desk.a.key, id)
  expect((await desk.plan()).deliveries).toBe(3)
  const id = await desk.start()

  await store.refund(desk.storeId, gone.checkoutId)
  await passTime(store, desk.storeId, 101)
  await expire(store)
  await store.sell(desk.storeId, 'is new', [coins])
  await store.report(desk.a.key, last?.id)
  await desk.run()
  const done = await desk.show(id)
  expect(done).toMatchObject({ deliveries: 1, entitlements: 1, players: 1 })
  expect(done.skipped).toEqual({ waiting: 0, delivered: 1, cancelled: 0, refunded: 1, expired: 1 })
  await expectNoViolations(store)
})

test('when the purchase is refunded in whose name a rank is to be given again, another that grants it takes its place', async () => {
  const desk = await openDesk(store)
  const rank = await store.createProduct(desk.storeId, { durationSeconds: 1_000 })
  await store.sell(desk.storeId, '42', [[rank, 2]])
  const newer = await store.sell(desk.storeId, '42', [rank])
  await desk.deliver()
  await desk.redeliver()
  await store.refund(desk.storeId, newer.checkoutId)
  expect(await desk.deliveries()).toEqual([
    'APPROVE[1] A processed',
    'APPROVE[1] A processed',
    'APPROVE[1] A cancelled by refund',
    'APPROVE[1] A waiting',
  ])
  expect(only(await store.poll(desk.a.key)).products).toHaveLength(1)
  await expectNoViolations(store)
})
