import { expect, test } from 'vitest'
import { formatId } from '../../src/ids.ts'
import type { Facts } from '../../src/payments/provider.ts'
import type { TestMerchant } from './test-merchant.ts'

/** Currencies with two, no and three decimals. Amounts end in 0, because no provider accepts a third decimal other than 0. */
const CURRENCIES = ['BRL', 'JPY', 'KWD']
const AMOUNTS = [1990, 4350, 100_010]

export function paymentTests(merchant: () => TestMerchant): void {
  test('the callback of a paid page reports the store, the checkout and the amount', async () => {
    const { openAndPay, fake } = merchant()
    const { order, facts } = await openAndPay()
    expect(facts).toEqual({
      storeId: formatId('sto', order.storeId),
      checkoutId: formatId('chk', order.checkoutId),
      mode: fake.showsLive === false ? null : 'live',
      paymentRef: expect.stringMatching(/./) as string,
      paid: { amountMinor: order.totalMinor, currency: order.currency },
      refundedMinor: 0,
      dispute: 'none',
      closed: false,
    })
  })

  test('a query by page or by payment returns the same facts as the callback', async () => {
    const { openAndPay, connection } = merchant()
    const { facts, refs, paymentRef } = await openAndPay()
    expect(await connection.queryPayment(refs)).toEqual(facts)
    expect(await connection.queryPayment({ paymentRef })).toEqual(facts)
  })

  test('a payment whose callback never arrives is found by a query', async () => {
    const { open, fake, connection, received } = merchant()
    fake.behave({ withhold: true })
    const purchase = await open()
    await fake.pay(purchase.page.pageRef)
    expect(await connection.queryPayment(purchase.refs)).toMatchObject({
      checkoutId: formatId('chk', purchase.order.checkoutId),
      paid: { amountMinor: 1990 },
    })
    expect(received(purchase)).toEqual([])
  })

  test('amounts are exact to the minor unit, whatever decimals the currency has', async () => {
    const { openAndPay, fake, connection } = merchant()
    for (const currency of fake.currencies ?? CURRENCIES) {
      for (const totalMinor of AMOUNTS) {
        const { facts, refs } = await openAndPay({ currency, totalMinor })
        expect(facts.paid).toEqual({ amountMinor: totalMinor, currency })
        expect((await connection.queryPayment(refs))?.paid).toEqual({ amountMinor: totalMinor, currency })
      }
    }
  })

  test('several lines with quantities are paid as their sum', async () => {
    const { openAndPay } = merchant()
    const lines = [
      { name: 'Diamonds "x" <5> & more', quantity: 3, priceMinor: 110 },
      { name: 'Été 夏 ☀', quantity: 1, priceMinor: 20 },
    ]
    const { facts } = await openAndPay({ lines, totalMinor: 350 })
    expect(facts.paid?.amountMinor).toBe(350)
  })

  test('the facts report the paid amount, not the requested amount', async () => {
    const { open, factsFromCallbacks, fake } = merchant()
    const purchase = await open()
    await fake.pay(purchase.page.pageRef, { amountMinor: 20 })
    const facts = await factsFromCallbacks(purchase, ({ paid }) => paid !== null)
    expect(facts.paid).toEqual({ amountMinor: 20, currency: purchase.order.currency })
  })

  test('a checkout whose page is opened several times cannot be paid twice', async () => {
    const { open, factsFromCallbacks, received, fake, connection } = merchant()
    const first = await open()
    const again = await Promise.all([1, 2, 3].map(() => connection.openPaymentPage(first.order)))
    const pageRefs = [...new Set([first.page, ...again].map(({ pageRef }) => pageRef))]
    for (const pageRef of pageRefs) await fake.pay(pageRef).catch(() => undefined)
    await factsFromCallbacks(first, ({ paid }) => paid !== null)

    const payments = new Set<string | null>()
    for (const pageRef of pageRefs) {
      const answer = await connection.queryPayment({ checkoutId: first.order.checkoutId, pageRef })
      if (answer?.paid) payments.add(answer.paymentRef)
    }
    expect(payments.size).toBe(1)
    expect(received(first).length).toBeGreaterThan(0)
  })

  test('two checkouts have different pages and payments', async () => {
    const { openAndPay } = merchant()
    const one = await openAndPay()
    const other = await openAndPay()
    expect(one.page.pageRef).not.toBe(other.page.pageRef)
    expect(one.paymentRef).not.toBe(other.paymentRef)
  })

  test('the address of a payment page is an HTTP URL', async () => {
    const { open } = merchant()
    const { page } = await open()
    expect(new URL(page.pageUrl).protocol).toMatch(/^https?:$/)
  })

  test('a page that was only opened is not paid', async () => {
    const { open, connection } = merchant()
    const { refs } = await open()
    expectUnpaid(await connection.queryPayment(refs), false)
  })

  test('an expired page is closed and not paid', async () => {
    const { open, latestFacts, fake } = merchant()
    const purchase = await open()
    await fake.expirePage(purchase.page.pageRef)
    expectUnpaid(await latestFacts(purchase, ({ closed }) => closed), true)
  })

  test('a page that was closed takes no money, also after a declined attempt', async () => {
    const { open, fake, connection } = merchant()
    for (const isDeclined of [false, true]) {
      const purchase = await open()
      const { checkoutId } = purchase.order
      const page = { checkoutId, pageRef: purchase.page.pageRef, isSubscription: false }
      if (isDeclined) await fake.decline(page.pageRef)
      expect(await connection.closePage(page)).toBe(true)
      expect(await connection.closePage(page), 'again').toBe(true)
      await fake.pay(page.pageRef).catch(() => undefined)
      expect((await connection.queryPayment({ ...purchase.refs, isClosed: true }))?.paid ?? null).toBeNull()
    }
  })

  test('a page that was paid cannot be closed', async () => {
    const { openAndPay, connection } = merchant()
    const { order, page, facts, refs } = await openAndPay()
    const { checkoutId } = order
    expect(await connection.closePage({ checkoutId, pageRef: page.pageRef, isSubscription: false })).toBe(false)
    expect(await connection.queryPayment(refs)).toEqual(facts)
  })

  test('a declined payment is not paid', async () => {
    const { open, connection, factsFromCallbacks, fake } = merchant()
    const purchase = await open()
    await fake.decline(purchase.page.pageRef)
    expect((await connection.queryPayment(purchase.refs))?.paid ?? null).toBeNull()
    expect((await factsFromCallbacks(purchase, () => true)).paid).toBeNull()
  })

  test('repeated callbacks have the same event id, other events have different ids', async () => {
    const { open, latestFacts, received, fake, connection } = merchant()
    fake.behave({ times: 3 })
    const purchase = await open()
    await fake.pay(purchase.page.pageRef)
    await fake.refund(purchase.page.pageRef)
    await latestFacts(purchase, ({ refundedMinor }) => refundedMinor > 0)
    await expect.poll(() => received(purchase).length % 3).toBe(0)

    const bodies = new Map<string, Set<string>>()
    for (const callback of received(purchase)) {
      const { eventId } = await connection.readCallback(callback)
      const key = `${callback.query.toString()} ${callback.body.toString()}`
      bodies.set(key, (bodies.get(key) ?? new Set()).add(eventId))
    }
    const ids = [...bodies.values()].map((set) => [...set])
    expect(ids.length).toBeGreaterThan(0)
    expect(ids.every((same) => same.length === 1 && same[0] !== '')).toBe(true)
    expect(new Set(ids.flat()).size).toBe(ids.length)
  })

  test('callbacks in any order and number add up to the same facts', async () => {
    const { open, latestFacts, fake } = merchant()
    fake.behave({ withhold: true, shuffle: true, times: 2 })
    const purchase = await open()
    await fake.pay(purchase.page.pageRef)
    await fake.refund(purchase.page.pageRef, 500)
    await fake.dispute(purchase.page.pageRef, 'open')
    const statuses = await fake.sendWithheld()
    expect(statuses.every((status) => status === 200)).toBe(true)
    const facts = await latestFacts(purchase, ({ dispute }) => dispute === 'open')
    expect(facts).toMatchObject({ paid: { amountMinor: 1990 }, refundedMinor: 500 })
    expect(facts.checkoutId).toBe(formatId('chk', purchase.order.checkoutId))
  })
}

function expectUnpaid(facts: Facts | undefined, closed: boolean): void {
  expect(facts?.paid ?? null).toBeNull()
  expect(facts?.closed ?? false).toBe(closed)
}
