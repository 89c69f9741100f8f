import { afterAll, afterEach, expect, test } from 'vitest'
import { startFakeMercadopago } from '../../../test/providers/fake-mercadopago.ts'
import { startTestMerchant } from '../../../test/providers/test-merchant.ts'
import type { MercadopagoPayment } from './mercadopago-api.ts'
import { mercadopagoFacts } from './mercadopago-facts.ts'

const fake = await startFakeMercadopago()
const merchant = await startTestMerchant(fake)
const { connection } = merchant
afterEach(() => {
  fake.behave({})
  fake.setSearchLag(undefined)
})
afterAll(() => merchant.close())

test('a query for any payment of a page returns the approved payment', async () => {
  const { page, refs } = await merchant.open()
  await fake.decline(page.pageRef)
  await fake.decline(page.pageRef)
  await fake.pay(page.pageRef)
  await fake.decline(page.pageRef)
  const ids = fake.signedCallbacks.slice(-4).map(({ url }) => new URL(url).searchParams.get('data.id') ?? '')
  for (const query of [refs, { pageRef: page.pageRef }, ...ids.map((paymentRef) => ({ paymentRef }))]) {
    expect(await connection.queryPayment(query)).toMatchObject({
      paymentRef: ids[2],
      paid: { amountMinor: 1990, currency: 'BRL' },
    })
  }
})

test('a declined card has no payment id and leaves the page open', async () => {
  const { page, refs } = await merchant.open()
  await fake.decline(page.pageRef)
  expect(await connection.queryPayment(refs)).toMatchObject({ paymentRef: null, paid: null, closed: false })
})

test('the first of two approved payments counts, and a query for the second one returns the second', async () => {
  const { page, refs, paymentRef: first } = await merchant.openAndPay()
  const second = String(await fake.payAgain(page.pageRef))
  expect((await connection.queryPayment(refs))?.paymentRef).toBe(first)
  expect((await connection.queryPayment({ ...refs, paymentRef: second }))?.paymentRef).toBe(second)

  await fake.refund(page.pageRef)
  expect(await connection.queryPayment(refs)).toMatchObject({ paymentRef: first, refundedMinor: 1990 })
  expect(await connection.queryPayment({ paymentRef: second })).toMatchObject({ paymentRef: second, refundedMinor: 0 })
})

test('the payment with the earliest approval counts, whatever order the payments were started in', async () => {
  const { page, refs } = await merchant.open()
  const pix = fake.startPix(page.pageRef)
  const card = await fake.payAgain(page.pageRef)
  await fake.pay(page.pageRef)
  expect(pix).toBeLessThan(card)
  expect((await connection.queryPayment(refs))?.paymentRef).toBe(String(card))
})

test('an expired page is not closed while a PIX is pending, and is paid when the PIX is paid', async () => {
  const { page, refs } = await merchant.open()
  const pix = fake.startPix(page.pageRef)
  await fake.expirePage(page.pageRef)
  expect(await connection.queryPayment(refs)).toMatchObject({ paid: null, closed: false })
  for (const status of ['in_process', 'authorized', 'an_unknown_status']) {
    fake.change(pix, { status })
    expect(await connection.queryPayment(refs), status).toMatchObject({ paid: null, closed: false })
  }
  fake.change(pix, { status: 'pending' })
  await fake.pay(page.pageRef)
  expect(await connection.queryPayment(refs)).toMatchObject({ paymentRef: String(pix), paid: { amountMinor: 1990 } })
})

test('an expired page is closed when its PIX has expired', async () => {
  const { page, refs } = await merchant.open()
  const pix = fake.startPix(page.pageRef)
  await fake.expirePage(page.pageRef)
  fake.change(pix, { status: 'cancelled', statusDetail: 'expired' })
  expect(await connection.queryPayment(refs)).toMatchObject({ paid: null, closed: true })
  expect(await connection.queryPayment({ pageRef: page.pageRef })).toMatchObject({ paid: null, closed: true })
})

test('a payment that the search does not find yet is read by its id', async () => {
  fake.setSearchLag(() => undefined)
  const { page, facts } = await merchant.openAndPay()
  expect(facts.paid?.amountMinor).toBe(1990)
  expect(await connection.queryPayment({ pageRef: page.pageRef })).toBeUndefined()
})

test('a PIX that the search does not find yet keeps the page open', async () => {
  const { page, refs } = await merchant.open()
  const pix = String(fake.startPix(page.pageRef))
  fake.setSearchLag(() => undefined)
  await fake.expirePage(page.pageRef)
  expect(await connection.queryPayment({ ...refs, paymentRef: pix })).toMatchObject({ paid: null, closed: false })
})

test('the direct read of a payment takes precedence over the search', async () => {
  const { page, refs, paymentRef } = await merchant.openAndPay()
  fake.setSearchLag((payment) => ({ ...payment, refundedMinor: 0, status: 'pending', approvedAt: null }))
  await fake.refund(page.pageRef, 490)
  expect(await connection.queryPayment({ ...refs, paymentRef })).toMatchObject({
    refundedMinor: 490,
    paid: { amountMinor: 1990 },
  })
})

test('a payment after 120 declined cards is found', async () => {
  const { page, refs } = await merchant.open()
  fake.behave({ withhold: true })
  for (let attempt = 0; attempt < 120; attempt++) await fake.decline(page.pageRef)
  await fake.pay(page.pageRef)
  expect((await connection.queryPayment(refs))?.paid?.amountMinor).toBe(1990)
})

test('payments without a reference are not related to each other', async () => {
  const { paymentRef } = await merchant.openAndPay()
  const { page } = await merchant.open()
  const pending = fake.startPix(page.pageRef)
  for (const id of [Number(paymentRef), pending]) fake.change(id, { reference: '' })
  expect(await connection.queryPayment({ paymentRef: String(pending) })).toMatchObject({ paid: null, checkoutId: '' })
})

test('an unknown payment or page returns no facts', async () => {
  expect(await connection.queryPayment({ paymentRef: '42' })).toBeUndefined()
  expect(await connection.queryPayment({ pageRef: 'no-such-page' })).toBeUndefined()
  expect(await connection.queryPayment({})).toBeUndefined()
})

test('a mediation is an open dispute', async () => {
  const { page, refs } = await merchant.openAndPay()
  await fake.openMediation(page.pageRef)
  expect(await connection.queryPayment(refs)).toMatchObject({ dispute: 'open', paid: { amountMinor: 1990 } })
})

const PAYMENT: MercadopagoPayment = {
  id: 7,
  status: 'approved',
  currency_id: 'BRL',
  transaction_amount: 19.9,
  live_mode: true,
}
const factsOf = (change: Partial<MercadopagoPayment>) => mercadopagoFacts({ ...PAYMENT, ...change }, { closed: false })

test('decimals are converted to exact minor units', () => {
  for (const [transaction_amount, currency_id, minor] of [
    [4.35, 'BRL', 435],
    [1.1, 'ARS', 110],
    [0.07, 'MXN', 7],
    [1_234_567_890.12, 'UYU', 123_456_789_012],
    [8.2, 'PEN', 820],
    [19_900, 'COP', 1_990_000],
    [19_900.5, 'COP', 1_990_050],
    [990, 'CLP', 990],
  ] as const) {
    expect(factsOf({ transaction_amount, currency_id }).paid).toEqual({ amountMinor: minor, currency: currency_id })
  }
})

test('an amount that is not a whole number of minor units is refused, not rounded', () => {
  for (const [transaction_amount, currency_id] of [
    [0.1 + 0.2, 'BRL'],
    [19.905, 'BRL'],
    [-19.9, 'BRL'],
    [990.5, 'CLP'],
    [19_900.505, 'COP'],
    [1e21, 'BRL'],
    [1e-7, 'BRL'],
    [Number.NaN, 'BRL'],
    [19.9, 'reais'],
    [19.9, ''],
  ] as const) {
    const read = () => factsOf({ transaction_amount, currency_id })
    expect(read, `${transaction_amount} ${currency_id}`).toThrow(expect.objectContaining({ code: 'provider_refused' }))
  }
})

test('a payment with the status refunded is fully refunded, even without the sum', () => {
  expect(factsOf({ status: 'refunded' }).refundedMinor).toBe(1990)
  expect(factsOf({ transaction_amount_refunded: 4.35 }).refundedMinor).toBe(435)
  expect(factsOf({ transaction_amount_refunded: null }).refundedMinor).toBe(0)
})
