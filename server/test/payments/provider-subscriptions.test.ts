import { afterAll, describe, expect, test } from 'vitest'
import { type BillingPeriod, BILLING_PERIODS } from '../../src/catalog/billing-period.ts'
import { inStore } from '../../src/db/database.ts'
import { type CheckoutId, formatId, type SubscriptionId } from '../../src/ids.ts'
import { connectPaymentProvider } from '../../src/payments/connections/connect-payment-provider.ts'
import { openPaymentPage } from '../../src/payments/open-payment-page.ts'
import type { ProviderName } from '../../src/payments/provider.ts'
import { reconcileDuePayments } from '../../src/payments/reconcile-due-payments.ts'
import { refundPayment } from '../../src/payments/refund-payment.ts'
import { startPayment } from '../../src/payments/start-payment.ts'
import { cancelSubscription } from '../../src/payments/subscriptions/cancel-subscription.ts'
import { runDueSubscriptions } from '../../src/payments/subscriptions/run-due-subscriptions.ts'
import { saveCode } from '../../src/promotions/codes/save-code.ts'
import { advanceClock } from '../../src/test-mode/advance-clock.ts'
import { startFakeMercadopago } from '../providers/fake-mercadopago.ts'
import { startFakePaypal } from '../providers/fake-paypal.ts'
import type { FakeProvider } from '../providers/fake-provider.ts'
import { startFakeStripe } from '../providers/fake-stripe.ts'
import { startStore } from '../start-store.ts'
import { deliveriesOf, expectNoViolations, expire, only } from '../store-records.ts'

const MINUTE = 60
const DAY = 86_400

/** How each company writes the billing periods. */
const PROVIDERS = {
  stripe: {
    start: () => startFakeStripe({ mode: 'test' }),
    periods: { P1W: '1 week', P1M: '1 month', P3M: '3 month', P1Y: '1 year' },
  },
  mercadopago: {
    start: () => startFakeMercadopago({ account: 'test' }),
    periods: { P1W: '7 days', P1M: '1 months', P3M: '3 months', P1Y: '12 months' },
  },
  paypal: {
    start: () => startFakePaypal({ mode: 'sandbox' }),
    periods: { P1W: '1 WEEK', P1M: '1 MONTH', P3M: '3 MONTH', P1Y: '1 YEAR' },
  },
} satisfies Record<
  Exclude<ProviderName, 'sandbox'>,
  { start: () => Promise<FakeProvider>; periods: Record<BillingPeriod, string> }
>

const NAMES = Object.keys(PROVIDERS) as (keyof typeof PROVIDERS)[]
const fakes: Record<keyof typeof PROVIDERS, FakeProvider> = {
  stripe: await PROVIDERS.stripe.start(),
  mercadopago: await PROVIDERS.mercadopago.start(),
  paypal: await PROVIDERS.paypal.start(),
}
afterAll(() => Promise.all(Object.values(fakes).map((fake) => fake.close())))
const store = await startStore({
  env: { STRIPE_URL: fakes.stripe.url, MERCADOPAGO_URL: fakes.mercadopago.url, PAYPAL_URL: fakes.paypal.url },
})
const { app, reader } = store.database

/** A test store whose clock can be moved. The company stays in real time. */
async function openShop(provider: keyof typeof PROVIDERS, billingPeriod: BillingPeriod = 'P1M') {
  const fake = fakes[provider]
  const storeId = await store.createStore({ mode: 'test' })
  const { key, serverId } = await store.createServer(storeId)
  const productId = await store.createProduct(storeId, { billingPeriod })
  const callbackUrl = `${store.payments.apiUrl}/api/payments/1.0/${provider}/${formatId('sto', storeId)}`
  fake.setCallbackUrl?.(callbackUrl)
  fake.behave({})
  await connectPaymentProvider(store.payments, {
    storeId,
    provider: await store.payments.connections.provider(provider),
    credentials: fake.credentials,
  })
  fake.setCallbackUrl?.(callbackUrl.replace(store.payments.apiUrl, store.baseUrl))

  async function open(
    gameUserId = '42',
    code: string | null = null,
  ): Promise<{ checkoutId: CheckoutId; pageRef: string }> {
    const { checkoutId } = await startPayment(store.payments, {
      sale: { storeId, gameUserId, items: [{ productId, quantity: 1 }], serverId: null, reference: null, code },
      provider,
      buyerEmail: 'player@vale.example',
    })
    const rows = await store.query<{ ref: string }>('select page_ref as ref from payments where checkout_id = $1', [
      checkoutId,
    ])
    return { checkoutId, pageRef: only(rows).ref }
  }

  /** What the workers do. A callback that arrives meanwhile can lock what is due, which is then done the next time. */
  async function work(): Promise<void> {
    await reconcileDuePayments(store.payments, reader, raise)
    await runDueSubscriptions(store.payments, reader, raise)
    await expire(store)
    await store.poll(key)
  }

  const show = async () =>
    only(
      await store.query<{ id: SubscriptionId; state: string; left: number; stopped: boolean; ref: string }>(
        `select s.id, s.state, is_stopped as stopped, subscription_ref as ref,
           extract(epoch from paid_until - now())::integer - t.clock_ahead_seconds::integer as left
         from subscriptions s join stores t on t.id = s.store_id where store_id = $1`,
        [storeId],
      ),
    )

  return {
    fake,
    storeId,
    open,
    work,
    show,
    pass: async (seconds: number) => {
      await advanceClock(app, { storeId, seconds })
      await work()
    },
    /** Moves the clock to the end of what was paid, without asking the company. */
    passPeriod: async () => advanceClock(app, { storeId, seconds: (await show()).left + 1 }),
    checkouts: () =>
      store.query<{ id: CheckoutId; state: string; amount: number }>(
        `select c.id, c.state, p.amount_minor::integer as amount from checkouts c join payments p on p.checkout_id = c.id
         where c.store_id = $1 order by c.id`,
        [storeId],
      ),
    deliveries: () => deliveriesOf(store, storeId, { A: serverId }),
  }
}

/** A shop with a subscriber whose callbacks arrived. */
async function subscribe(provider: keyof typeof PROVIDERS) {
  const shop = await openShop(provider)
  const { checkoutId, pageRef } = await shop.open()
  await shop.fake.pay(pageRef)
  await expect.poll(async () => (await shop.show()).state).toBe('active')
  await shop.work()
  return { ...shop, checkoutId, pageRef }
}

function raise(error: unknown): void {
  throw error
}

describe.each(NAMES)('a subscription at %s', (provider) => {
  test.each(BILLING_PERIODS)('is charged by the company after each %s', async (billingPeriod) => {
    const { fake, open } = await openShop(provider, billingPeriod)
    const { pageRef } = await open()
    await fake.pay(pageRef)
    expect(fake.subscriptions.stateOf(pageRef)).toMatchObject({
      isRunning: true,
      paid: 1,
      period: PROVIDERS[provider].periods[billingPeriod],
    })
  })

  test.each([
    ['first', false, [995, 1990, 1990]],
    ['all', true, [995, 995, 995]],
  ] as const)('costs what a coupon for the periods "%s" leaves of each', async (_name, everyPeriod, amounts) => {
    const { fake, storeId, open, show, work, passPeriod, checkouts } = await openShop(provider)
    const coupon = { storeId, kind: 'coupon', code: 'HALF', discount: { percent: 5_000 }, everyPeriod } as const
    await inStore(app, storeId, (tx) => saveCode(tx, coupon))
    const { pageRef } = await open('42', 'half')
    await fake.pay(pageRef)
    await expect.poll(async () => (await show()).state).toBe('active')
    await work()
    for (const periods of [2, 3]) {
      await passPeriod()
      await fake.subscriptions.charge(pageRef)
      await expect.poll(async () => (await checkouts()).length).toBe(periods)
      await work()
    }
    expect((await checkouts()).map(({ state, amount }) => [state, amount])).toEqual(
      amounts.map((amount) => ['paid', amount]),
    )
    const lines = await store.query<{ paid: number }>(
      'select paid_minor(l)::integer as paid from checkout_lines l where store_id = $1 order by checkout_id',
      [storeId],
    )
    expect(lines.map(({ paid }) => paid)).toEqual(amounts)
    expect(await store.query('select from parked_payments where store_id = $1', [storeId])).toEqual([])
    const renewal = (await checkouts())[1]
    await refundPayment(store.payments, { storeId, checkoutId: renewal?.id as CheckoutId })
    expect(fake.subscriptions.stateOf(pageRef).refundedMinor).toBe(amounts[1])
    await expectNoViolations(store)
  })

  test('has the same page if it is opened again', async () => {
    const { storeId, open } = await openShop(provider)
    const { checkoutId, pageRef } = await open()
    await store.query('update payments set page_ref = null, page_url = null where checkout_id = $1', [checkoutId])
    const again = { storeId, checkoutId, buyerEmail: 'player@vale.example' }
    await openPaymentPage(store.payments, again)
    const rows = await store.query('select page_ref from payments where checkout_id = $1', [checkoutId])
    expect(rows).toEqual([{ page_ref: pageRef }])
  })

  test('is renewed once for each period, with three copies of each callback in another order', async () => {
    const { fake, open, show, work, passPeriod, checkouts, deliveries } = await openShop(provider)
    const { pageRef } = await open()
    for (const periods of [1, 2, 3]) {
      fake.behave({ withhold: true })
      if (periods === 1) await fake.pay(pageRef)
      else await passPeriod().then(() => fake.subscriptions.charge(pageRef))
      fake.behave({ withhold: true, times: 3, shuffle: true })
      expect(new Set(await fake.sendWithheld())).toEqual(new Set([200]))
      await work()
      const orders = await checkouts()
      expect(orders.map(({ state, amount }) => [state, amount])).toEqual(
        Array.from({ length: periods }, () => ['paid', 1990]),
      )
      const { state, left } = await show()
      expect([state, Math.ceil(left / DAY) > 27]).toEqual(['active', true])
    }
    expect(await deliveries()).toEqual(['APPROVE[1] A dispatched'])
    await expectNoViolations(store)
  })

  test('that is charged twice for one period has the second payment parked', async () => {
    const { fake, storeId, pageRef, work, checkouts } = await subscribe(provider)
    await fake.subscriptions.charge(pageRef)
    const parked = () => store.query('select reason from parked_payments where store_id = $1', [storeId])
    await expect.poll(parked).toEqual([{ reason: 'payment_mismatch' }])
    await work()
    expect(await parked()).toHaveLength(1)
    expect((await checkouts()).map(({ state }) => state)).toEqual(['paid'])
    await expectNoViolations(store)
  })

  test('is found within minutes, and its renewal within an hour, if every callback is lost', async () => {
    const { fake, open, show, pass, passPeriod, checkouts } = await openShop(provider)
    const { pageRef } = await open()
    fake.behave({ withhold: true })
    await fake.pay(pageRef)
    await pass(61)
    expect((await show()).state).toBe('active')
    await passPeriod()
    await fake.subscriptions.charge(pageRef)
    let minutes = 0
    for (; (await checkouts()).length < 2 && minutes < 120; minutes += 5) await pass(5 * MINUTE)
    expect(minutes).toBeLessThan(60)
    expect((await show()).state).toBe('active')
    await expectNoViolations(store)
  })

  test('is past due after a failed charge, active when the company charges it after all, and ended otherwise', async () => {
    const { fake, pageRef, show, pass, passPeriod, work, checkouts, deliveries } = await subscribe(provider)
    await passPeriod()
    await fake.subscriptions.charge(pageRef, 'failed')
    await expect.poll(async () => (await show()).state).toBe('past_due')
    await pass(DAY)
    await fake.subscriptions.charge(pageRef)
    await expect.poll(async () => (await show()).state).toBe('active')
    await work()
    expect(await checkouts()).toHaveLength(2)

    await passPeriod()
    await fake.subscriptions.charge(pageRef, 'failed')
    await expect.poll(async () => (await show()).state).toBe('past_due')
    await pass(4 * DAY)
    await expect.poll(() => work().then(deliveries)).toEqual(['APPROVE[1] A dispatched', 'EXPIRE[1] A dispatched'])
    expect(await show()).toMatchObject({ state: 'ended', stopped: true })
    expect(fake.subscriptions.stateOf(pageRef).isRunning).toBe(false)
    await expectNoViolations(store)
  })

  test('ends and stops at the company when staff refund its newest order', async () => {
    const { fake, storeId, pageRef, show, work, passPeriod, checkouts, deliveries } = await subscribe(provider)
    await passPeriod()
    await fake.subscriptions.charge(pageRef)
    await expect.poll(async () => (await checkouts()).length).toBe(2)
    const [, newest] = await checkouts()
    if (!newest) throw new Error('there is no renewal')
    await refundPayment(store.payments, { storeId, checkoutId: newest.id })
    await expect.poll(() => work().then(deliveries)).toEqual(['APPROVE[1] A dispatched', 'EXPIRE[1] A dispatched'])
    expect(await show()).toMatchObject({ state: 'ended', stopped: true })
    expect(fake.subscriptions.stateOf(pageRef)).toMatchObject({ isRunning: false, paid: 2, refundedMinor: 1990 })
    await expectNoViolations(store)
  })

  test.each(['refundNewest', 'disputeNewest'] as const)(
    'ends after %s at the company, also if that callback overtakes all others of the renewal',
    async (reverse) => {
      const { fake, pageRef, show, work, passPeriod, checkouts, deliveries } = await subscribe(provider)
      await passPeriod()
      fake.behave({ withhold: true })
      await fake.subscriptions.charge(pageRef)
      const before = fake.signedCallbacks.length
      await fake.subscriptions[reverse](pageRef)
      fake.behave({})
      for (const { url, headers, body } of fake.signedCallbacks.slice(before))
        expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200)
      await work()
      expect(await show()).toMatchObject({ state: 'ended', stopped: true })
      await fake.sendWithheld()
      await work()
      const reversed = reverse === 'refundNewest' ? 'refunded' : 'disputed'
      expect((await checkouts()).map(({ state }) => state)).toEqual(['paid', reversed])
      await expect.poll(() => work().then(deliveries)).toEqual(['APPROVE[1] A dispatched', 'EXPIRE[1] A dispatched'])
      await expectNoViolations(store)
    },
  )

  test('stops at the company when staff cancel it, and stopping again changes nothing', async () => {
    const { fake, storeId, pageRef, show, work, pass, passPeriod, checkouts } = await subscribe(provider)
    const { id: subscriptionId, ref } = await show()
    await inStore(app, storeId, (tx) => cancelSubscription(tx, { storeId, subscriptionId, by: 'staff' }))
    await work()
    expect(await show()).toMatchObject({ state: 'cancelling', stopped: true })
    expect(fake.subscriptions.stateOf(pageRef).isRunning).toBe(false)
    const connection = await store.payments.connections.require(storeId, provider)
    await connection.subscriptions?.stop(ref)
    await passPeriod()
    await fake.subscriptions.charge(pageRef)
    await pass(2 * DAY)
    expect((await show()).state).toBe('ended')
    expect(await checkouts()).toHaveLength(1)
  })

  test.each([
    ['a callback', {}, 'cancelling'],
    ['a query', { withhold: true }, 'active'],
  ])('that the buyer cancels at the company is known from %s', async (_, behaviour, stateBefore) => {
    const { fake, pageRef, show, work, pass, passPeriod } = await subscribe(provider)
    fake.behave(behaviour)
    await fake.subscriptions.cancel(pageRef)
    await expect.poll(async () => (await show()).state).toBe(stateBefore)
    await passPeriod()
    await work()
    await pass(35 * MINUTE)
    expect((await show()).state).toBe('ended')
  })

  test('that nobody pays for is abandoned, and counts if it is paid later all the same', async () => {
    const { fake, open, show, pass, checkouts } = await openShop(provider)
    const { pageRef } = await open()
    await pass(61 * MINUTE)
    await pass(10 * MINUTE)
    expect([only(await checkouts()).state, (await show()).state]).toEqual(['abandoned', 'ended'])
    await fake.pay(pageRef)
    await expect.poll(async () => (await show()).state).toBe('active')
    expect(only(await checkouts()).state).toBe('paid')
  })
})
