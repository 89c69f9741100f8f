import { expect, test } from 'vitest'
import { reconcileDuePayments } from '../../src/payments/reconcile-due-payments.ts'
import { advanceClock } from '../../src/test-mode/advance-clock.ts'
import { startStore } from '../start-store.ts'
import { deliveriesOf, expectNoViolations, expire, entitlementsOf } from '../store-records.ts'
import { openShop } from './open-shop.ts'

const store = await startStore()
const DAY = 86_400

test('moving the clock ahead expires an entitlement at its time and not earlier', async () => {
  const shop = await openShop(store, { durationSeconds: 30 * DAY })
  const { storeId } = shop
  await shop.pay(await shop.open())
  await store.poll(shop.key)
  await advanceClock(store.database.app, { storeId, seconds: 30 * DAY - 60 })
  expect(await expire(store)).toBe(0)
  await advanceClock(store.database.app, { storeId, seconds: 61 })
  expect(await expire(store)).toBe(1)
  expect(await deliveriesOf(store, storeId, { A: shop.serverId })).toEqual([
    'APPROVE[1] A dispatched',
    'EXPIRE[1] A waiting',
  ])
  await expectNoViolations(store)
})

test('an entitlement that was bought after the clock was moved has its full duration', async () => {
  const shop = await openShop(store, { durationSeconds: 30 * DAY })
  await advanceClock(store.database.app, { storeId: shop.storeId, seconds: 365 * DAY })
  await shop.pay(await shop.open())
  expect(await entitlementsOf(store, shop.storeId, shop.productId)).toEqual([{ player: '42', seconds: 30 * DAY }])
})

test('a payment whose callback was lost is reconciled after a minute of the clock of the store', async () => {
  const shop = await openShop(store)
  const checkoutId = await shop.open()
  await store.query('insert into sandbox_payments (store_id, checkout_id, paid) values ($1, $2, true)', [
    shop.storeId,
    checkoutId,
  ])
  await reconcileDuePayments(store.payments, store.database.reader)
  expect(await shop.stateOf(checkoutId)).toBe('open')
  await advanceClock(store.database.app, { storeId: shop.storeId, seconds: 61 })
  await reconcileDuePayments(store.payments, store.database.reader)
  expect(await shop.stateOf(checkoutId)).toBe('paid')
})

test('an unpaid checkout is abandoned when its page expires by the clock of the store', async () => {
  const shop = await openShop(store, { stock: 1 })
  const checkoutId = await shop.open()
  await advanceClock(store.database.app, { storeId: shop.storeId, seconds: 3_601 })
  await reconcileDuePayments(store.payments, store.database.reader)
  expect(await shop.stateOf(checkoutId)).toBe('abandoned')
  await shop.open()
  await expectNoViolations(store)
})

test('the clock of a live store cannot be moved, a clock cannot go back, and other stores are not affected', async () => {
  const live = await store.createStore()
  const other = await openShop(store, { durationSeconds: DAY })
  await other.pay(await other.open())
  const shop = await openShop(store)
  await expect(advanceClock(store.database.app, { storeId: live, seconds: 60 })).rejects.toMatchObject({
    code: 'test_store_only',
  })
  for (const seconds of [0, -1, 0.5, Infinity]) {
    await expect(advanceClock(store.database.app, { storeId: shop.storeId, seconds })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  }
  await advanceClock(store.database.app, { storeId: shop.storeId, seconds: 10 * DAY })
  expect(await expire(store)).toBe(0)
  expect(await entitlementsOf(store, other.storeId, other.productId)).toHaveLength(1)
})
