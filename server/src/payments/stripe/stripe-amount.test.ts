import { afterAll, expect, test } from 'vitest'
import { startFakeStripe } from '../../../test/providers/fake-stripe.ts'
import { startTestMerchant } from '../../../test/providers/test-merchant.ts'
import { newId, type RefundId } from '../../ids.ts'

const fake = await startFakeStripe()
const merchant = await startTestMerchant(fake)
afterAll(() => merchant.close())

// The same amount in minor units and in Stripe's units, from the documentation of Stripe.
test.each([
  ['BRL', 1990, 1990],
  ['USD', 435, 435],
  ['JPY', 500, 500],
  ['CLP', 1990, 1990],
  ['MGA', 700, 7],
  ['KWD', 5120, 5120],
  ['TWD', 80_045, 80_045],
  ['ISK', 5, 500],
  ['UGX', 5, 500],
  ['HUF', 1045, 1045],
  ['COP', 1_990_000, 1_990_000],
  ['IDR', 1_500_000, 1_500_000],
  ['PKR', 45_050, 45_050],
])('%s %i is sent to Stripe as %i and read back as the same amount', async (currency, amountMinor, stripeAmount) => {
  const purchase = await merchant.openAndPay({ currency, totalMinor: amountMinor })
  expect(fake.purchaseOf(purchase.page.pageRef)).toMatchObject({
    total: stripeAmount,
    currency: currency.toLowerCase(),
  })
  expect(purchase.facts.paid).toEqual({ amountMinor, currency })

  await merchant.connection.refund({ ...refundOf(purchase), currency, amountMinor, isFull: true })
  expect(fake.purchaseOf(purchase.page.pageRef).refunds).toMatchObject([{ amount: stripeAmount }])
  expect(await merchant.connection.queryPayment(purchase.refs)).toMatchObject({ refundedMinor: amountMinor })
})

// Stripe does not document the units of IQD and LYD.
test.each([
  ['KWD', 5124],
  ['MGA', 750],
  ['IQD', 5120],
  ['LYD', 5120],
])('%s %i cannot be represented at Stripe and is refused, not rounded', async (currency, totalMinor) => {
  const requestsBefore = fake.requests.length
  await expect(merchant.open({ currency, totalMinor })).rejects.toMatchObject({ code: 'not_payable' })
  expect(fake.requests.length).toBe(requestsBefore)
})

test('a refund that cannot be represented at Stripe is refused, not rounded', async () => {
  const purchase = await merchant.openAndPay({ currency: 'KWD', totalMinor: 5120 })
  const refund = { ...refundOf(purchase), currency: 'KWD', amountMinor: 5, isFull: false }
  await expect(merchant.connection.refund(refund)).rejects.toMatchObject({ code: 'provider_refused' })
  expect(fake.refundedOf(purchase.page.pageRef)).toBe(0)
})

test('lines that Stripe cannot represent are charged as one sum', async () => {
  const halves = [{ name: 'Half', quantity: 2, priceMinor: 2565 }]
  const many = Array.from({ length: 101 }, (_, i) => ({ name: `Gem ${i}`, quantity: 1, priceMinor: 10 }))
  const long = [{ name: '⚔'.repeat(1000), quantity: 1, priceMinor: 100 }]
  expect(
    (await merchant.openAndPay({ currency: 'KWD', lines: halves, totalMinor: 5130 })).facts.paid?.amountMinor,
  ).toBe(5130)
  expect((await merchant.openAndPay({ lines: many, totalMinor: 1010 })).facts.paid?.amountMinor).toBe(1010)
  expect((await merchant.openAndPay({ lines: many, totalMinor: 900 })).facts.paid?.amountMinor).toBe(900)
  expect((await merchant.openAndPay({ lines: long, totalMinor: 100 })).facts.paid?.amountMinor).toBe(100)
})

test('an amount that minor units cannot represent is refused', async () => {
  const purchase = await merchant.openAndPay({ currency: 'UGX', totalMinor: 19_900 })
  fake.purchaseOf(purchase.page.pageRef).total = 1_990_050
  await expect(merchant.connection.queryPayment(purchase.refs)).rejects.toMatchObject({ code: 'provider_refused' })
})

function refundOf({ order, paymentRef }: { order: { currency: string }; paymentRef: string }) {
  return { refundId: newId<RefundId>(), paymentRef, currency: order.currency }
}
