import { expect, test } from 'vitest'
import { resendDelivery } from '../../src/redelivery/resend-delivery.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations, only } from '../store-records.ts'
import { openDesk, outcomes } from './redelivery-desk.ts'

const store = await startStore()

/** A rank that is on its way again after it was delivered: twice in one purchase, or beside something else. */
async function sentAgain({ beside, older }: { beside: 'the rank' | 'coins'; older: boolean }) {
  const desk = await openDesk(store)
  const rank = await store.createProduct(desk.storeId, { durationSeconds: 1_000 })
  const coins = await store.createProduct(desk.storeId)
  if (older) {
    await store.sell(desk.storeId, '42', [rank])
    await desk.deliver()
  }
  const second = beside === 'the rank' ? rank : coins
  const { checkoutId, deliveryIds } = await store.sell(desk.storeId, '42', [rank, second])
  await desk.deliver()
  await resendDelivery(store.database.app, { storeId: desk.storeId, deliveryId: only(deliveryIds) })
  return { desk, checkoutId }
}

test('what one refund takes back is given again in the name of none of its lines', async () => {
  const { desk, checkoutId } = await sentAgain({ beside: 'the rank', older: false })
  await store.refund(desk.storeId, checkoutId)
  expect(await desk.deliveries()).toEqual([
    'APPROVE[1,2] A processed',
    'APPROVE[1,2] A cancelled by refund',
    'REFUND[2] A waiting',
  ])
  await expectNoViolations(store)
})

test('two refunded lines that an older purchase stands for are given again once', async () => {
  const { desk, checkoutId } = await sentAgain({ beside: 'the rank', older: true })
  await store.refund(desk.storeId, checkoutId)
  expect(await desk.deliveries()).toEqual([
    'APPROVE[1] A processed',
    'APPROVE[1,2] A processed',
    'APPROVE[1,2] A cancelled by refund',
    'APPROVE[1] A waiting',
  ])
  await expectNoViolations(store)
})

test('a line that is taken out of what waits is given again in the name of an older purchase', async () => {
  const { desk, checkoutId } = await sentAgain({ beside: 'coins', older: true })
  await store.refund(desk.storeId, checkoutId, [1])
  expect(await desk.deliveries()).toEqual([
    'APPROVE[1] A processed',
    'APPROVE[1,2] A processed',
    'APPROVE[2] A waiting',
    'APPROVE[1] A waiting',
  ])
  await expectNoViolations(store)
})

test('who buys more years than the calendar has gets them for ever, and a refund brings the calendar back', async () => {
  const desk = await openDesk(store)
  const durationSeconds = 100 * 365 * 86_400
  const rank = await store.createProduct(desk.storeId, { durationSeconds, rebuy: 'extend' })
  const until = async () =>
    only(await store.query('select until::text from entitlements where store_id = $1', [desk.storeId]))
  await store.sell(desk.storeId, '42', [rank])
  const once = await until()
  const more: Awaited<ReturnType<typeof store.sell>>[] = []
  for (let i = 0; i < 3; i++) more.push(await store.sell(desk.storeId, '42', [[rank, 1_000]]))
  expect(await until()).toEqual({ until: 'infinity' })
  for (const { checkoutId } of more) await store.refund(desk.storeId, checkoutId)
  expect(await until()).toEqual(once)
  await expectNoViolations(store)
})

test('where a redelivery relied on a newer purchase that is refunded, the older one is given again', async () => {
  const desk = await openDesk(store)
  const rank = await store.createProduct(desk.storeId, { durationSeconds: 1_000 })
  await store.sell(desk.storeId, '42', [rank])
  await desk.deliver()
  const newer = await store.sell(desk.storeId, '42', [rank])
  expect(outcomes((await desk.redeliver()).breakdown)).toEqual({ waiting: 1 })
  await store.refund(desk.storeId, newer.checkoutId)
  const expected = ['APPROVE[1] A processed', 'APPROVE[1] A cancelled by refund', 'APPROVE[1] A waiting']
  expect(await desk.deliveries()).toEqual(expected)
  await expectNoViolations(store)
})

test('what was given since the wipe is not given again because a newer purchase is refunded', async () => {
  const desk = await openDesk(store)
  const rank = await store.createProduct(desk.storeId, { durationSeconds: 1_000 })
  await store.sell(desk.storeId, '42', [rank])
  await desk.deliver()
  await desk.redeliver()
  await desk.deliver()
  const newer = await store.sell(desk.storeId, '42', [rank])
  await store.refund(desk.storeId, newer.checkoutId)
  const expected = ['APPROVE[1] A processed', 'APPROVE[1] A processed', 'APPROVE[1] A cancelled by refund']
  expect(await desk.deliveries()).toEqual(expected)
  await expectNoViolations(store)
})
