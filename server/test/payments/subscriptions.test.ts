import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { CheckoutId, StoreId, SubscriptionId } from '../../src/ids.ts'
import { inStore, type Tx } from '../../src/db/database.ts'
import { reconcileDuePayments } from '../../src/payments/reconcile-due-payments.ts'
import { refundPayment } from '../../src/payments/refund-payment.ts'
import { runSandboxAction, type SandboxAction } from '../../src/payments/sandbox/run-sandbox-action.ts'
import { chargeSandboxSubscriptions } from '../../src/payments/sandbox/sandbox-subscriptions.ts'
import { type CodeInput, saveCode } from '../../src/promotions/codes/save-code.ts'
import { cancelSubscription } from '../../src/payments/subscriptions/cancel-subscription.ts'
import { runDueSubscriptions } from '../../src/payments/subscriptions/run-due-subscriptions.ts'
import { listSubscriptions, showSubscription } from '../../src/subscriptions/read-subscriptions.ts'
import { refreshDue } from '../../src/subscriptions/refresh-due.ts'
import { advanceClock } from '../../src/test-mode/advance-clock.ts'
import type { ProductInput } from '../../src/catalog/save-product.ts'
import { startStore } from '../start-store.ts'
import { deliveriesOf, expectNoViolations, expire, only } from '../store-records.ts'
import { openShop } from './open-shop.ts'

const store = await startStore()
const { app, reader } = store.database
const DAY = 86_400

/** A shop that sells a month, a subscriber, and everything that the workers do. */
async function subscribe(action: SandboxAction = 'pay', product: Partial<ProductInput> = {}, coupon?: CodeInput) {
  const shop = await openShop(store, { billingPeriod: 'P1M', ...product })
  const { storeId } = shop
  if (coupon) await inStore(app, storeId, (tx) => saveCode(tx, { storeId, kind: 'coupon', ...coupon }))
  // A fixed day, so that the lengths of the months are known.
  const ahead = Math.ceil((Date.UTC(2030, 0, 31, 12) - Date.now()) / 1000)
  await advanceClock(app, { storeId, seconds: ahead })
  const checkoutId = await shop.open([shop.productId], '42', coupon?.code ?? null)
  await runSandboxAction(store.payments, { storeId, checkoutId, action })
  await store.poll(shop.key)

  async function work(): Promise<void> {
    await runDueSubscriptions(store.payments, reader, raise)
    await expire(store)
    await store.poll(shop.key)
  }
  return {
    ...shop,
    checkoutId,
    work,
    pass: async (days: number) => {
      await advanceClock(app, { storeId, seconds: Math.round(days * DAY) })
      await work()
    },
    show: () => show(storeId),
    checkouts: () => checkoutsOf(storeId),
    deliveries: () => deliveriesOf(store, storeId, { A: shop.serverId }),
  }
}

async function show(storeId: StoreId) {
  const rows = await store.query<{ id: SubscriptionId; state: string; until: string | null; stopped: boolean }>(
    `select id, state, to_char(paid_until at time zone 'utc', 'YYYY-MM-DD') as until, is_stopped as stopped
     from subscriptions where store_id = $1`,
    [storeId],
  )
  return only(rows)
}

async function checkoutsOf(storeId: StoreId) {
  return store.query<{ id: CheckoutId; state: string; renewal_of: CheckoutId | null }>(
    `select c.id, c.state, l.renewal_of from checkouts c join checkout_lines l on l.checkout_id = c.id
     where c.store_id = $1 order by c.id`,
    [storeId],
  )
}

const eventsOf = async (storeId: StoreId) =>
  (
    await store.query<{ type: string }>(
      "select type from events where store_id = $1 and type like 'subscription.%' order by id",
      [storeId],
    )
  ).map(({ type }) => type.slice('subscription.'.length))

function raise(error: unknown): void {
  throw error
}

test('each renewal is a checkout of its own, extends the goods to the next calendar day and runs no command', async () => {
  const { storeId, checkoutId, pass, show: shown, checkouts, deliveries } = await subscribe()
  expect(await shown()).toMatchObject({ state: 'active', until: '2030-02-28' })
  await pass(28)
  expect(await shown()).toMatchObject({ state: 'active', until: '2030-03-31' })
  await pass(31)
  expect(await shown()).toMatchObject({ state: 'active', until: '2030-04-30' })
  expect((await checkouts()).map(({ state, renewal_of: of }) => [state, of])).toEqual([
    ['paid', null],
    ['paid', checkoutId],
    ['paid', checkoutId],
  ])
  expect(await deliveries()).toEqual(['APPROVE[1] A dispatched'])
  expect(await eventsOf(storeId)).toEqual(['started', 'renewed', 'renewed'])
  await expectNoViolations(store)
})

test('a year passes in one move of the clock: twelve renewals, and nothing expires', async () => {
  const { pass, show: shown, checkouts, deliveries } = await subscribe()
  await pass(365)
  expect(await shown()).toMatchObject({ state: 'active', until: '2031-02-28' })
  expect(await checkouts()).toHaveLength(13)
  expect(await deliveries()).toEqual(['APPROVE[1] A dispatched'])
  await expectNoViolations(store)
})

test('a failed renewal keeps the goods for three days, then expires them and tells the provider to stop', async () => {
  const { storeId, pass, show: shown, deliveries } = await subscribe('pay-and-fail-renewals')
  await pass(28)
  expect(await shown()).toMatchObject({ state: 'past_due', until: '2030-02-28' })
  await pass(2.9)
  expect(await deliveries()).toEqual(['APPROVE[1] A dispatched'])
  await pass(0.2)
  expect(await shown()).toMatchObject({ state: 'ended', stopped: true })
  expect(await deliveries()).toEqual(['APPROVE[1] A dispatched', 'EXPIRE[1] A dispatched'])
  expect(await eventsOf(storeId)).toEqual(['started', 'past_due', 'ended'])
  await expectNoViolations(store)
})

test('a renewal that is paid at the second attempt ends the grace period', async () => {
  const { storeId, pass, show: shown, deliveries } = await subscribe('pay-and-recover-renewals')
  await pass(28.1)
  expect((await shown()).state).toBe('past_due')
  await pass(1)
  expect(await shown()).toMatchObject({ state: 'active', until: '2030-03-31' })
  expect(await deliveries()).toEqual(['APPROVE[1] A dispatched'])
  expect(await eventsOf(storeId)).toEqual(['started', 'past_due', 'renewed'])
})

test('a cancelled subscription is not charged again and keeps the goods until the end of what was paid', async () => {
  const { storeId, pass, work, show: shown, checkouts, deliveries } = await subscribe()
  const { id: subscriptionId } = await shown()
  const cancel = () => inStore(app, storeId, (tx) => cancelSubscription(tx, { storeId, subscriptionId, by: 'buyer' }))
  await Promise.all([cancel(), cancel()])
  await work()
  expect(await shown()).toMatchObject({ state: 'cancelling', until: '2030-02-28', stopped: true })
  await pass(27)
  expect(await deliveries()).toEqual(['APPROVE[1] A dispatched'])
  await pass(1.1)
  expect((await shown()).state).toBe('ended')
  expect(await deliveries()).toEqual(['APPROVE[1] A dispatched', 'EXPIRE[1] A dispatched'])
  await pass(60)
  expect(await checkouts()).toHaveLength(1)
  expect(await eventsOf(storeId)).toEqual(['started', 'cancelled', 'ended'])
  await expectNoViolations(store)
})

test('a refund of the newest invoice ends the subscription, a refund of an older one does not', async () => {
  const { storeId, pass, work, show: shown, checkouts, deliveries } = await subscribe()
  await pass(28)
  const [first, second] = await checkouts()
  if (!first || !second) throw new Error('there is no renewal')
  await refundPayment(store.payments, { storeId, checkoutId: first.id })
  await work()
  expect((await shown()).state).toBe('active')
  await refundPayment(store.payments, { storeId, checkoutId: second.id })
  await work()
  expect(await shown()).toMatchObject({ state: 'ended', stopped: true })
  expect(await deliveries()).toHaveLength(2)
  await expectNoViolations(store)
})

/** The provider has charged the next period, of which no callback came; then staff refunded the first one. */
async function refundAfterUnknownCharge() {
  const subscribed = await subscribe()
  const { storeId, checkoutId } = subscribed
  const hold = (stopped: boolean) =>
    store.query('update sandbox_subscriptions set stopped = $2, next_callback_at = null where store_id = $1', [
      storeId,
      stopped,
    ])
  await hold(true)
  await advanceClock(app, { storeId, seconds: 28 * DAY + 60 })
  await hold(false)
  await chargeSandboxSubscriptions(app, storeId)
  await hold(false)
  await refundPayment(store.payments, { storeId, checkoutId })
  return subscribed
}

test('a refund ends nothing if the provider has already charged the next period, of which no callback came', async () => {
  const { work, show: shown, checkouts } = await refundAfterUnknownCharge()
  await work()
  expect(await shown()).toMatchObject({ state: 'active', until: '2030-03-31', stopped: false })
  expect((await checkouts()).map(({ state }) => state)).toEqual(['refunded', 'paid'])
  await expectNoViolations(store)
})

test('a provider that cannot be reached when a subscription ends is asked again later, and told to stop only then', async () => {
  const { storeId, work, show: shown } = await refundAfterUnknownCharge()
  const connections = { ...store.payments.connections, find: () => Promise.reject(new Error('unreachable')) }
  await runDueSubscriptions({ ...store.payments, connections }, reader)
  await work()
  expect(await shown()).toMatchObject({ state: 'ended', stopped: false })
  await advanceClock(app, { storeId, seconds: 46 * 60 })
  await work()
  expect(await shown()).toMatchObject({ state: 'active', until: '2030-03-31', stopped: false })
})

test('one that is cancelled after its end stays cancelled when a charge becomes known', async () => {
  const { storeId, work, pass, show: shown, checkouts } = await refundAfterUnknownCharge()
  const connections = { ...store.payments.connections, find: () => Promise.reject(new Error('unreachable')) }
  await runDueSubscriptions({ ...store.payments, connections }, reader)
  const { id: subscriptionId, state } = await shown()
  expect(state).toBe('ended')
  await inStore(app, storeId, (tx) => cancelSubscription(tx, { storeId, subscriptionId, by: 'staff' }))
  await advanceClock(app, { storeId, seconds: 46 * 60 })
  await work()
  expect(await shown()).toMatchObject({ state: 'cancelling', until: '2030-03-31', stopped: true })
  await pass(60)
  expect((await shown()).state).toBe('ended')
  expect(await checkouts()).toHaveLength(2)
  await expectNoViolations(store)
})

test('one that has ended is told to stop at once, even if a charge of a period that is over becomes known', async () => {
  const { storeId, work, pass, show: shown } = await subscribe('pay-and-recover-renewals')
  await pass(28)
  const { id: subscriptionId, state } = await shown()
  expect(state).toBe('past_due')
  await inStore(app, storeId, (tx) => cancelSubscription(tx, { storeId, subscriptionId, by: 'staff' }))
  // Before a worker has told the provider, its second attempt succeeds.
  await advanceClock(app, { storeId, seconds: 31 * DAY })
  expect(await shown()).toMatchObject({ state: 'ended', until: '2030-03-31', stopped: false })
  await work()
  expect(await shown()).toMatchObject({ state: 'ended', stopped: true })
  await expectNoViolations(store)
})

test('a payment that becomes known while the clock of the store moves lasts for its period, not longer', async () => {
  const shop = await openShop(store, { billingPeriod: 'P1M' })
  const { storeId } = shop
  const checkoutId = await shop.open()
  const moved = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const moving = inStore(app, storeId, async (tx) => {
    await advanceClock(tx, { storeId, seconds: DAY })
    moved.resolve()
    await mayCommit.promise
  })
  await moved.promise
  const paying = runSandboxAction(store.payments, { storeId, checkoutId, action: 'pay' })
  await Promise.race([paying, sleep(500)])
  mayCommit.resolve()
  await Promise.all([moving, paying])
  const [ends] = await store.query<{ grace: number }>(
    `select extract(epoch from e.until + make_interval(secs => t.clock_ahead_seconds) - s.paid_until)::integer as grace
     from subscriptions s join entitlements e on e.store_id = s.store_id join stores t on t.id = s.store_id where s.store_id = $1`,
    [storeId],
  )
  expect(ends?.grace).toBe(3 * DAY)
})

test('if nothing ran during the grace period, the provider is asked before the renewal is given up', async () => {
  const { storeId, work, show: shown } = await subscribe()
  await store.query('update sandbox_subscriptions set stopped = true where store_id = $1', [storeId])
  await advanceClock(app, { storeId, seconds: 32 * DAY })
  await store.query('update sandbox_subscriptions set stopped = false where store_id = $1', [storeId])
  await chargeSandboxSubscriptions(app, storeId)
  await store.query('update sandbox_subscriptions set next_callback_at = null where store_id = $1', [storeId])
  // Another process comes first and ends it.
  await refreshDue(app, reader, raise)
  expect((await shown()).state).toBe('ended')
  await work()
  expect((await shown()).until).toBe('2030-03-31')
})

test('renewals run the approve commands if the product asks for it', async () => {
  const { pass, deliveries } = await subscribe('pay', { renewalCommands: true })
  await pass(28)
  expect(await deliveries()).toEqual(['APPROVE[1] A dispatched', 'APPROVE[1] A dispatched'])
})

test('existing subscribers keep their price', async () => {
  const { storeId, productId, pass } = await subscribe()
  await store.createProduct(storeId, { id: productId, billingPeriod: 'P1M', price: '99.00' })
  await pass(28)
  const paid = await store.query<{ amount: number }>(
    'select amount_minor::integer as amount from payments where store_id = $1',
    [storeId],
  )
  expect(paid.map(({ amount }) => amount)).toEqual([1990, 1990])
})

test('a subscription is sold alone, once to a player, and an abandoned order ends it', async () => {
  const shop = await openShop(store, { billingPeriod: 'P1M' })
  const { storeId, productId } = shop
  await expect(shop.open([productId, productId])).rejects.toThrow('Buy it in an order of its own')
  await expect(shop.open([{ productId, quantity: 2 }])).rejects.toThrow('Its quantity must be 1')
  await shop.open()
  await advanceClock(app, { storeId, seconds: 3_601 })
  await reconcileDuePayments(store.payments, reader, raise)
  await refreshDue(app, reader, raise)
  expect((await show(storeId)).state).toBe('ended')
  const checkoutId = await shop.open()
  await runSandboxAction(store.payments, { storeId, checkoutId, action: 'pay' })
  await expect(shop.open()).rejects.toThrow('already has a subscription')
})

test('staff list, show and cancel subscriptions, and other stores do not see them', async () => {
  const { storeId, work, show: shown } = await subscribe()
  const { id: subscriptionId } = await shown()
  const other = await store.createStore()
  const read = <T>(id: StoreId, work_: (tx: Tx) => Promise<T>) => inStore(app, id, work_)
  const list = (id: StoreId, filter: { state?: 'active' | 'ended'; gameUserId?: string } = {}) =>
    read(id, (tx) => listSubscriptions(tx, { storeId: id, limit: 10, ...filter }))
  expect(await list(storeId, { state: 'active', gameUserId: '42' })).toMatchObject([
    { id: subscriptionId, billingPeriod: 'P1M', amountMinor: 1990, graceDays: 3, gameUserId: '42' },
  ])
  expect([
    await list(storeId, { state: 'ended' }),
    await list(storeId, { gameUserId: '4' }),
    await list(other),
  ]).toEqual([[], [], []])
  const details = await read(storeId, (tx) => showSubscription(tx, { storeId, subscriptionId }))
  expect(details.orders).toMatchObject([{ periodNo: 0, state: 'paid', failed: false }])
  const foreign = read(other, (tx) => cancelSubscription(tx, { storeId: other, subscriptionId, by: 'staff' }))
  await expect(foreign).rejects.toMatchObject({ code: 'not_found' })
  await read(storeId, (tx) => cancelSubscription(tx, { storeId, subscriptionId, by: 'staff' }))
  await work()
  expect(await list(storeId)).toMatchObject([{ state: 'cancelling', cancelledBy: 'staff' }])
})

test('staff can sell one period of a subscription without a provider', async () => {
  const shop = await openShop(store, { billingPeriod: 'P1W' })
  await store.sell(shop.storeId, '42', [shop.productId])
  const ends = await store.query<{ days: number }>(
    'select extract(epoch from until - now())::float / 86400 as days from entitlements where store_id = $1',
    [shop.storeId],
  )
  expect(only(ends).days).toBeCloseTo(7, 2)
})

test.each([
  [false, [199, 1_990, 1_990]],
  [true, [199, 199, 199]],
])('a coupon reduces the first period, or all if it says so (all: %s)', async (everyPeriod, amounts) => {
  const coupon = { code: 'FIRST90', discount: { percent: 9_000 }, maxUses: 1, everyPeriod }
  const { pass, storeId } = await subscribe('pay', {}, coupon)
  await pass(28.5)
  await pass(31)
  const paid = await store.query<{ paid: number; refs: string }>(
    `select paid_minor(l)::integer as paid, p.amount_minor::integer as amount from checkout_lines l
     join payments p on p.checkout_id = l.checkout_id join checkouts c on c.id = l.checkout_id
     where l.store_id = $1 and c.state = 'paid' order by l.checkout_id`,
    [storeId],
  )
  expect(paid).toEqual(amounts.map((amount) => ({ paid: amount, amount })))
  await expectNoViolations(store)
})
