import { expect, test } from 'vitest'
import { resendDelivery } from '../../src/redelivery/resend-delivery.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations, expire, only, passTime } from '../store-records.ts'
import { createRedeliveryClient, outcomes } from './redelivery-client.ts'

const store = await startStore()

test('a refund cancels the undispatched deliveries of a redelivery', async () => {
  const client = await createRedeliveryClient(store)
  const coins = await store.createProduct(client.storeId)
  const { checkoutId } = await store.sell(client.storeId, '42', [coins])
  await client.deliver()
  await client.redeliver()
  await store.refund(client.storeId, checkoutId)
  expect(await client.deliveries()).toEqual([
    'APPROVE[1] A processed',
    'APPROVE[1] A cancelled by refund',
    'REFUND[1] A waiting',
  ])
  await expectNoViolations(store)
})

test('a refund after the dispatch of a redelivery adds one REFUND', async () => {
  const client = await createRedeliveryClient(store)
  const coins = await store.createProduct(client.storeId)
  const { checkoutId } = await store.sell(client.storeId, '42', [coins])
  await client.deliver()
  await client.redeliver()
  await store.poll(client.a.key)
  await store.refund(client.storeId, checkoutId)
  expect(await client.deliveries()).toEqual([
    'APPROVE[1] A processed',
    'APPROVE[1] A dispatched',
    'REFUND[1] A waiting',
  ])
  expect(await client.deliver(client.a)).toHaveLength(2)
  await expectNoViolations(store)
})

test('after a redelivery there is one EXPIRE, behind it in the queue', async () => {
  const client = await createRedeliveryClient(store)
  const rank = await store.createProduct(client.storeId, { durationSeconds: 100 })
  await store.sell(client.storeId, '42', [rank])
  await client.deliver()
  await client.redeliver()
  await passTime(store, client.storeId, 101)
  await expire(store)
  expect(await client.deliveries()).toEqual(['APPROVE[1] A processed', 'APPROVE[1] A waiting', 'EXPIRE[1] A waiting'])
  await client.deliver()
  expect(outcomes((await client.redeliver()).breakdown)).toEqual({ expired: 1 })
  await expectNoViolations(store)
})

test('a redelivered delivery cannot be resent while it is pending, and can be afterwards', async () => {
  const client = await createRedeliveryClient(store)
  const coins = await store.createProduct(client.storeId)
  const { deliveryIds } = await store.sell(client.storeId, '42', [coins])
  await client.deliver()
  await client.redeliver()
  const again = (deliveryId = only(deliveryIds)) =>
    resendDelivery(store.database.app, { storeId: client.storeId, deliveryId })
  await expect(again()).rejects.toMatchObject({ code: 'still_pending' })
  await again(only(await client.deliver(client.a)))
  expect(outcomes((await client.redeliver()).breakdown)).toEqual({ waiting: 1 })
  await expectNoViolations(store)
})

test('refunds, expiries and purchases after the start are respected and counted', async () => {
  const client = await createRedeliveryClient(store)
  const rank = await store.createProduct(client.storeId, { durationSeconds: 100 })
  const coins = await store.createProduct(client.storeId)
  await store.sell(client.storeId, 'expires', [rank])
  const gone = await store.sell(client.storeId, 'refunds', [coins])
  await store.sell(client.storeId, 'stays', [coins])
  await store.sell(client.storeId, 'is away', [coins])
  const [, , , last] = await store.poll(client.a.key)
  for (const { id } of (await store.poll(client.a.key)).slice(0, 3)) await store.report(client.a.key, id)
  expect((await client.preview()).deliveries).toBe(3)
  const id = await client.start()

  await store.refund(client.storeId, gone.checkoutId)
  await passTime(store, client.storeId, 101)
  await expire(store)
  await store.sell(client.storeId, 'is new', [coins])
  await store.report(client.a.key, last?.id)
  await client.run()
  const done = await client.show(id)
  expect(done).toMatchObject({ deliveries: 1, entitlements: 1, players: 1 })
  expect(done.skipped).toEqual({ waiting: 0, delivered: 1, cancelled: 0, refunded: 1, expired: 1 })
  await expectNoViolations(store)
})

test('if the redelivered purchase is refunded, the redelivery is sent for another purchase that grants the product', async () => {
  const client = await createRedeliveryClient(store)
  const rank = await store.createProduct(client.storeId, { durationSeconds: 1_000 })
  await store.sell(client.storeId, '42', [[rank, 2]])
  const newer = await store.sell(client.storeId, '42', [rank])
  await client.deliver()
  await client.redeliver()
  await store.refund(client.storeId, newer.checkoutId)
  expect(await client.deliveries()).toEqual([
    'APPROVE[1] A processed',
    'APPROVE[1] A processed',
    'APPROVE[1] A cancelled by refund',
    'APPROVE[1] A waiting',
  ])
  expect(only(await store.poll(client.a.key)).products).toHaveLength(1)
  await expectNoViolations(store)
})

/** A product that was delivered and is being redelivered: twice in one purchase, or with another product. */
async function sentAgain({ beside, older }: { beside: 'the rank' | 'coins'; older: boolean }) {
  const client = await createRedeliveryClient(store)
  const rank = await store.createProduct(client.storeId, { durationSeconds: 1_000 })
  const coins = await store.createProduct(client.storeId)
  if (older) {
    await store.sell(client.storeId, '42', [rank])
    await client.deliver()
  }
  const second = beside === 'the rank' ? rank : coins
  const { checkoutId, deliveryIds } = await store.sell(client.storeId, '42', [rank, second])
  await client.deliver()
  await resendDelivery(store.database.app, { storeId: client.storeId, deliveryId: only(deliveryIds) })
  return { client, checkoutId }
}

test('a redelivery is not transferred to a line of the same refund', async () => {
  const { client, checkoutId } = await sentAgain({ beside: 'the rank', older: false })
  await store.refund(client.storeId, checkoutId)
  expect(await client.deliveries()).toEqual([
    'APPROVE[1,2] A processed',
    'APPROVE[1,2] A cancelled by refund',
    'REFUND[2] A waiting',
  ])
  await expectNoViolations(store)
})

test('two refunded lines that an older purchase still grants are redelivered once', async () => {
  const { client, checkoutId } = await sentAgain({ beside: 'the rank', older: true })
  await store.refund(client.storeId, checkoutId)
  expect(await client.deliveries()).toEqual([
    'APPROVE[1] A processed',
    'APPROVE[1,2] A processed',
    'APPROVE[1,2] A cancelled by refund',
    'APPROVE[1] A waiting',
  ])
  await expectNoViolations(store)
})

test('a line that a refund removes from a pending redelivery is sent for an older purchase', async () => {
  const { client, checkoutId } = await sentAgain({ beside: 'coins', older: true })
  await store.refund(client.storeId, checkoutId, [1])
  expect(await client.deliveries()).toEqual([
    'APPROVE[1] A processed',
    'APPROVE[1,2] A processed',
    'APPROVE[2] A waiting',
    'APPROVE[1] A waiting',
  ])
  await expectNoViolations(store)
})

test('durations beyond the range of timestamps last for ever, and a refund makes them finite again', async () => {
  const client = await createRedeliveryClient(store)
  const durationSeconds = 100 * 365 * 86_400
  const rank = await store.createProduct(client.storeId, { durationSeconds, rebuy: 'extend' })
  const until = async () =>
    only(await store.query('select until::text from entitlements where store_id = $1', [client.storeId]))
  await store.sell(client.storeId, '42', [rank])
  const once = await until()
  const more: Awaited<ReturnType<typeof store.sell>>[] = []
  for (let i = 0; i < 3; i++) more.push(await store.sell(client.storeId, '42', [[rank, 1_000]]))
  expect(await until()).toEqual({ until: 'infinity' })
  for (const { checkoutId } of more) await store.refund(client.storeId, checkoutId)
  expect(await until()).toEqual(once)
  await expectNoViolations(store)
})

test('if a redelivery skipped a product because of a newer purchase that is refunded, the older purchase is redelivered', async () => {
  const client = await createRedeliveryClient(store)
  const rank = await store.createProduct(client.storeId, { durationSeconds: 1_000 })
  await store.sell(client.storeId, '42', [rank])
  await client.deliver()
  const newer = await store.sell(client.storeId, '42', [rank])
  expect(outcomes((await client.redeliver()).breakdown)).toEqual({ waiting: 1 })
  await store.refund(client.storeId, newer.checkoutId)
  const expected = ['APPROVE[1] A processed', 'APPROVE[1] A cancelled by refund', 'APPROVE[1] A waiting']
  expect(await client.deliveries()).toEqual(expected)
  await expectNoViolations(store)
})

test('a product that was delivered after the wipe is not redelivered when a newer purchase is refunded', async () => {
  const client = await createRedeliveryClient(store)
  const rank = await store.createProduct(client.storeId, { durationSeconds: 1_000 })
  await store.sell(client.storeId, '42', [rank])
  await client.deliver()
  await client.redeliver()
  await client.deliver()
  const newer = await store.sell(client.storeId, '42', [rank])
  await store.refund(client.storeId, newer.checkoutId)
  const expected = ['APPROVE[1] A processed', 'APPROVE[1] A processed', 'APPROVE[1] A cancelled by refund']
  expect(await client.deliveries()).toEqual(expected)
  await expectNoViolations(store)
})
