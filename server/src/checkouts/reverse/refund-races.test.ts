import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import {
  deliveriesOf,
  expectNoViolations,
  expire,
  holdRows,
  passTime,
  untilWaiting,
} from '../../../test/store-records.ts'
import { createDeliveryQueue } from '../../delivery/queue/delivery-queue.ts'
import type { Poll } from '../../delivery/queue/list-ready.ts'
import { markProcessed } from '../../delivery/ledger/mark-processed.ts'
import { AppError } from '../../errors.ts'
import { resendDelivery } from '../../redelivery/resend-delivery.ts'

const store = await startStore()
const { app, gateway } = store.database
const queue = createDeliveryQueue(gateway)
const dispatch = async (poll: Poll) => (await queue.dispatch(poll)).deliveries

async function newStore() {
  const storeId = await store.createStore()
  const { serverId } = await store.createServer(storeId)
  return {
    storeId,
    me: { storeId, serverId, profile: 'standard' as const },
    deliveries: () => deliveriesOf(store, storeId, { A: serverId }),
  }
}

test('dispatch against refund, 60 races: dispatched and followed by a REFUND, or never dispatched', async () => {
  const outcomes = { dispatched: 0, cancelled: 0 }
  // The winner starts later in the next round, and much later if it wins again, so that most rounds are close on any machine.
  let [headStartMs, stepMs, wonBefore] = [0, 1, false]
  for (let round = 0; round < 60; round++) {
    const { storeId, me, deliveries } = await newStore()
    const { checkoutId } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
    const [, dispatched] = await Promise.all([
      store.refund(storeId, checkoutId),
      sleep(headStartMs).then(() => dispatch(me)),
    ])
    const won = dispatched.length > 0
    stepMs = won === wonBefore ? Math.min(stepMs * 2, 64) : 1
    wonBefore = won
    headStartMs = Math.max(0, headStartMs + (won ? stepMs : -stepMs))
    outcomes[won ? 'dispatched' : 'cancelled']++
    expect(await deliveries(), `round ${round}`).toEqual(
      won ? ['APPROVE[1] A dispatched', 'REFUND[1] A waiting'] : ['APPROVE[1] A cancelled by refund'],
    )
  }
  // Both outcomes must occur, or the test does not race.
  expect(Math.min(outcomes.dispatched, outcomes.cancelled)).toBeGreaterThan(0)
  await expectNoViolations(store)
})

test('dispatch against the refund of a line, 60 races: the dispatched lines are those in the queue', async () => {
  for (let round = 0; round < 60; round++) {
    const { storeId, me, deliveries } = await newStore()
    const product = await store.createProduct(storeId)
    const { checkoutId } = await store.sell(storeId, '42', [product, product])
    const refund = store.refund(storeId, checkoutId, [1])
    const [delivery] = await dispatch(me)
    await refund
    const units = (JSON.parse(delivery?.products ?? '[]') as unknown[]).length
    expect(await deliveries(), `round ${round}`).toEqual(
      units === 2 ? ['APPROVE[1,2] A dispatched', 'REFUND[1] A waiting'] : ['APPROVE[2] A dispatched'],
    )
  }
})

test('report against refund, 60 races: a reported delivery is followed by a REFUND', async () => {
  for (let round = 0; round < 60; round++) {
    const { storeId, me, deliveries } = await newStore()
    const { checkoutId } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
    const [delivery] = await dispatch(me)
    if (!delivery) throw new Error('nothing was dispatched')
    await Promise.all([markProcessed(gateway, { ...me, deliveryId: delivery.id }), store.refund(storeId, checkoutId)])
    expect(await deliveries(), `round ${round}`).toEqual(['APPROVE[1] A processed', 'REFUND[1] A waiting'])
  }
})

test('refund against expiry, 60 races: both succeed, and there is one REFUND or EXPIRE', async () => {
  for (let round = 0; round < 60; round++) {
    const { storeId, me, deliveries } = await newStore()
    const product = await store.createProduct(storeId, { durationSeconds: 10 })
    const { checkoutId } = await store.sell(storeId, '42', [product])
    await dispatch(me)
    await passTime(store, storeId, 11)
    await Promise.all([store.refund(storeId, checkoutId), expire(store)])
    expect(await deliveries(), `round ${round}`).toSatisfy(
      ([gave, took, ...rest]: string[]) =>
        gave === 'APPROVE[1] A dispatched' && /^(REFUND|EXPIRE)\[1\] A waiting$/.test(took ?? '') && rest.length === 0,
    )
  }
  // A deadlock would be retried after a second, so the test would pass without this check.
  expect(await store.query('select deadlocks from pg_stat_database where datname = current_database()')).toEqual([
    { deadlocks: '0' },
  ])
})

test('refund against resend, 40 races: both finish, and no refunded line is resent', async () => {
  for (let round = 0; round < 40; round++) {
    const { storeId, me, deliveries } = await newStore()
    const { checkoutId } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
    const [delivery] = await dispatch(me)
    if (!delivery) throw new Error('nothing was dispatched')
    await markProcessed(gateway, { ...me, deliveryId: delivery.id })
    const resend = resendDelivery(app, { storeId, deliveryId: delivery.id }).then(
      () => 'queued',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    )
    await store.refund(storeId, checkoutId)
    expect(['queued', 'no_longer_owned']).toContain(await resend)
    const all = await deliveries()
    expect(
      all.filter((text) => text !== 'APPROVE[1] A cancelled by refund'),
      `round ${round}`,
    ).toEqual(['APPROVE[1] A processed', 'REFUND[1] A waiting'])
  }
})

test('simultaneous purchases of the same products in opposite order do not deadlock', async () => {
  const { storeId } = await newStore()
  const products = [
    await store.createProduct(storeId, { durationSeconds: 10 }),
    await store.createProduct(storeId, { durationSeconds: 10 }),
  ]
  const sales = Array.from({ length: 40 }, (_, i) =>
    store.sell(storeId, '42', i % 2 === 0 ? products : products.toReversed()),
  )
  const sold = await Promise.all(sales)
  await Promise.all(sold.map(({ checkoutId }) => store.refund(storeId, checkoutId)))
  await expectNoViolations(store)
})

test('a sale that waits for a refund of the same product starts a new entitlement', async () => {
  const { storeId, deliveries } = await newStore()
  const product = await store.createProduct(storeId, { durationSeconds: 10 })
  const { checkoutId } = await store.sell(storeId, '42', [product])
  const gate = await holdRows(store, 'select from entitlements where store_id = $1 for update', [storeId])
  const refund = store.refund(storeId, checkoutId)
  await untilWaiting(store, 1)
  const sale = store.sell(storeId, '42', [product])
  await untilWaiting(store, 2)
  await gate.release()
  await Promise.all([refund, sale])
  expect(await deliveries()).toEqual(['APPROVE[1] A cancelled by refund', 'APPROVE[1] A waiting'])
  expect(
    await store.query('select from entitlements where store_id = $1 and ended_at is null', [storeId]),
  ).toHaveLength(1)
  await expectNoViolations(store)
})
