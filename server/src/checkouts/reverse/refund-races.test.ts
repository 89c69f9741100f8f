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
    elements: () => deliveriesOf(store, storeId, { A: serverId }),
  }
}

test('offer against refund, 200 races: handed out and taken back behind it, or never handed out', async () => {
  const outcomes = { offered: 0, cancelled: 0 }
  // Whoever won gets a worse start in the next round, so that most rounds are close.
  let headStartMs = 0
  for (let round = 0; round < 200; round++) {
    const { storeId, me, elements } = await newStore()
    const { checkoutId } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
    const [, handedOut] = await Promise.all([
      store.refund(storeId, checkoutId),
      sleep(headStartMs).then(() => dispatch(me)),
    ])
    headStartMs = Math.max(0, headStartMs + (handedOut.length > 0 ? 1 : -1))
    if (handedOut.length === 0) outcomes.cancelled++
    else outcomes.offered++
    expect(await elements(), `round ${round}`).toEqual(
      handedOut.length > 0 ? ['APPROVE[1] A dispatched', 'REFUND[1] A waiting'] : ['APPROVE[1] A cancelled by refund'],
    )
  }
  // A race that always ends the same way is no race.
  expect(Math.min(outcomes.offered, outcomes.cancelled)).toBeGreaterThan(0)
  await expectNoViolations(store)
}, 60_000)

test('offer against the refund of a line, 60 races: what is handed out is what the queue says', async () => {
  for (let round = 0; round < 60; round++) {
    const { storeId, me, elements } = await newStore()
    const product = await store.createProduct(storeId)
    const { checkoutId } = await store.sell(storeId, '42', [product, product])
    const refund = store.refund(storeId, checkoutId, [1])
    const [element] = await dispatch(me)
    await refund
    const units = (JSON.parse(element?.products ?? '[]') as unknown[]).length
    expect(await elements(), `round ${round}`).toEqual(
      units === 2 ? ['APPROVE[1,2] A dispatched', 'REFUND[1] A waiting'] : ['APPROVE[2] A dispatched'],
    )
  }
})

test('report against refund, 60 races: what was reported is taken back', async () => {
  for (let round = 0; round < 60; round++) {
    const { storeId, me, elements } = await newStore()
    const { checkoutId } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
    const [element] = await dispatch(me)
    if (!element) throw new Error('nothing was handed out')
    await Promise.all([markProcessed(gateway, { ...me, deliveryId: element.id }), store.refund(storeId, checkoutId)])
    expect(await elements(), `round ${round}`).toEqual(['APPROVE[1] A processed', 'REFUND[1] A waiting'])
  }
})

test('refund against expiry, 60 races: both succeed, and the goods are taken away once', async () => {
  for (let round = 0; round < 60; round++) {
    const { storeId, me, elements } = await newStore()
    const product = await store.createProduct(storeId, { durationSeconds: 10 })
    const { checkoutId } = await store.sell(storeId, '42', [product])
    await dispatch(me)
    await passTime(store, storeId, 11)
    await Promise.all([store.refund(storeId, checkoutId), expire(store)])
    expect(await elements(), `round ${round}`).toSatisfy(
      ([gave, took, ...rest]: string[]) =>
        gave === 'APPROVE[1] A dispatched' && /^(REFUND|EXPIRE)\[1\] A waiting$/.test(took ?? '') && rest.length === 0,
    )
  }
  // A deadlock would be tried again and cost a second; there is none to begin with.
  expect(await store.query('select deadlocks from pg_stat_database where datname = current_database()')).toEqual([
    { deadlocks: '0' },
  ])
})

test('refund against resend, 40 races: both come to an end, and nothing refunded is given again', async () => {
  for (let round = 0; round < 40; round++) {
    const { storeId, me, elements } = await newStore()
    const { checkoutId } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
    const [element] = await dispatch(me)
    if (!element) throw new Error('nothing was handed out')
    await markProcessed(gateway, { ...me, deliveryId: element.id })
    const resend = resendDelivery(app, { storeId, deliveryId: element.id }).then(
      () => 'queued',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    )
    await store.refund(storeId, checkoutId)
    expect(['queued', 'no_longer_owned']).toContain(await resend)
    const all = await elements()
    expect(
      all.filter((text) => text !== 'APPROVE[1] A cancelled by refund'),
      `round ${round}`,
    ).toEqual(['APPROVE[1] A processed', 'REFUND[1] A waiting'])
  }
})

test('purchases of the same products in opposite order at the same moment never block each other', async () => {
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

test('a sale that waits for the end of a refund of the same product starts a holding of its own', async () => {
  const { storeId, elements } = await newStore()
  const product = await store.createProduct(storeId, { durationSeconds: 10 })
  const { checkoutId } = await store.sell(storeId, '42', [product])
  const gate = await holdRows(store, 'select from entitlements where store_id = $1 for update', [storeId])
  const refund = store.refund(storeId, checkoutId)
  await untilWaiting(store, 1)
  const sale = store.sell(storeId, '42', [product])
  await untilWaiting(store, 2)
  await gate.release()
  await Promise.all([refund, sale])
  expect(await elements()).toEqual(['APPROVE[1] A cancelled by refund', 'APPROVE[1] A waiting'])
  expect(
    await store.query('select from entitlements where store_id = $1 and ended_at is null', [storeId]),
  ).toHaveLength(1)
  await expectNoViolations(store)
})
