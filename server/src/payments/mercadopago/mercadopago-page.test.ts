import { afterAll, expect, test } from 'vitest'
import { startFakeMercadopago } from '../../../test/providers/fake-mercadopago.ts'
import { startTestMerchant } from '../../../test/providers/test-merchant.ts'
import { formatId, newId, type RefundId } from '../../ids.ts'
import type { PaymentPageRequest } from '../provider.ts'

const fake = await startFakeMercadopago()
const merchant = await startTestMerchant(fake)
afterAll(() => merchant.close())

/** Opens a page and returns the request that MercadoPago received. */
async function createdPreference(change: Partial<PaymentPageRequest> = {}): Promise<Record<string, unknown>> {
  await merchant.open(change)
  return fake.requests.findLast(({ method }) => method === 'POST')?.body as Record<string, unknown>
}

test('a preference has the ids, prices and addresses of the checkout', async () => {
  const expiresAt = new Date('2031-05-04T03:02:01.000Z')
  const order = merchant.draft({ expiresAt, callbackUrl: 'https://vale.example/callbacks/x?store=1' })
  const body = await createdPreference(order)
  expect(body).toEqual({
    items: [{ id: '1', title: 'VIP Gold ⚔', quantity: 1, unit_price: 19.9, currency_id: 'BRL' }],
    external_reference: formatId('chk', order.checkoutId),
    metadata: { store_id: formatId('sto', order.storeId), checkout_id: formatId('chk', order.checkoutId) },
    back_urls: { success: order.returnUrl, pending: order.returnUrl, failure: order.cancelUrl },
    auto_return: 'approved',
    notification_url: 'https://vale.example/callbacks/x?store=1&source_news=webhooks',
    expires: true,
    expiration_date_to: '2031-05-04T03:02:01.000Z',
  })
})

test('prices are sent as exact decimals', async () => {
  for (const [currency, priceMinor, unit_price] of [
    ['BRL', 435, 4.35],
    ['BRL', 110, 1.1],
    ['UYU', 7, 0.07],
    ['CLP', 19_900, 19_900],
    ['COP', 1_990_000, 19_900],
    ['PEN', 820, 8.2],
  ] as const) {
    const lines = [{ name: 'VIP', quantity: 3, priceMinor }]
    const body = await createdPreference({ currency, lines, totalMinor: 3 * priceMinor })
    expect(body['items']).toMatchObject([{ quantity: 3, unit_price, currency_id: currency }])
  }
})

test('amounts in a currency with whole units only are refused, not rounded', async () => {
  const before = fake.requests.length
  await expect(merchant.open({ currency: 'COP', totalMinor: 1_990_050 })).rejects.toMatchObject({
    code: 'not_payable',
    message: expect.stringContaining('COP') as string,
  })
  expect(fake.requests.slice(before).filter(({ method }) => method === 'POST')).toEqual([])

  const halves = [{ name: 'Half', quantity: 2, priceMinor: 50 }]
  const body = await createdPreference({ currency: 'COP', lines: halves, totalMinor: 100 })
  expect(body['items']).toMatchObject([{ title: 'Vale ⚔ Store', quantity: 1, unit_price: 1 }])

  const { page, paymentRef } = await merchant.openAndPay({ currency: 'COP', totalMinor: 1_990_000 })
  const refund = { paymentRef, currency: 'COP', isFull: false }
  const odd = merchant.connection.refund({ ...refund, refundId: newId<RefundId>(), amountMinor: 50 })
  await expect(odd).rejects.toMatchObject({ code: 'provider_refused' })
  expect(fake.refundedOf(page.pageRef)).toBe(0)
  await merchant.connection.refund({ ...refund, refundId: newId<RefundId>(), amountMinor: 100 })
  expect(fake.refundedOf(page.pageRef)).toBe(100)
})

test('free lines are left out, and lines that do not add up to the total are replaced by one item', async () => {
  const lines = [
    { name: 'Gift', quantity: 2, priceMinor: 0 },
    { name: 'VIP', quantity: 2, priceMinor: 1000 },
  ]
  expect((await createdPreference({ lines, totalMinor: 2000 }))['items']).toMatchObject([{ title: 'VIP', quantity: 2 }])
  expect((await createdPreference({ lines, totalMinor: 1500 }))['items']).toMatchObject([
    { title: 'Vale ⚔ Store', quantity: 1, unit_price: 15 },
  ])
})

test('auto_return is set only if the address uses HTTPS', async () => {
  expect(await createdPreference({ returnUrl: 'http://localhost:3000/paid' })).not.toHaveProperty('auto_return')
})

test('a full refund has no amount, a partial refund has a decimal amount', async () => {
  const { paymentRef } = await merchant.openAndPay()
  const refund = { paymentRef, currency: 'BRL', amountMinor: 435 }
  await merchant.connection.refund({ ...refund, refundId: newId<RefundId>(), isFull: false })
  expect(fake.requests.at(-1)?.body).toEqual({ amount: 4.35 })
  await merchant.connection.refund({ ...refund, amountMinor: 1990, refundId: newId<RefundId>(), isFull: true })
  expect(fake.requests.at(-1)?.body).toEqual({})
})

test('a subscription needs the e-mail address of the buyer', async () => {
  await expect(merchant.open({ billingPeriod: 'P1M' })).rejects.toMatchObject({
    code: 'not_payable',
    field: 'body/email',
  })
  const order = merchant.draft({ billingPeriod: 'P1M', buyerEmail: 'steve@vale.example' })
  expect(await createdPreference(order)).toEqual({
    reason: 'VIP Gold ⚔',
    external_reference: formatId('chk', order.checkoutId),
    payer_email: 'steve@vale.example',
    auto_recurring: { frequency: 1, frequency_type: 'months', transaction_amount: 19.9, currency_id: 'BRL' },
    back_url: order.returnUrl,
    status: 'pending',
  })
})

test('a PIX code that waits is cancelled when its page is closed, and one that was paid keeps the page open', async () => {
  const waiting = await merchant.open()
  const { pageRef } = waiting.page
  fake.startPix(pageRef)
  const { checkoutId } = waiting.order
  expect(await merchant.connection.closePage({ checkoutId, pageRef, isSubscription: false })).toBe(true)
  await expect(fake.pay(pageRef)).rejects.toThrow('expired')
  expect(await merchant.connection.queryPayment(waiting.refs)).toMatchObject({ paid: null })
})

test('a subscription that the buyer has not confirmed is cancelled, and one that runs cannot be closed', async () => {
  for (const isConfirmed of [false, true]) {
    const { order, page } = await merchant.open({ billingPeriod: 'P1M', buyerEmail: 'ana@vale.example' })
    if (isConfirmed) await fake.pay(page.pageRef)
    const key = { checkoutId: order.checkoutId, pageRef: page.pageRef, isSubscription: true }
    expect(await merchant.connection.closePage(key)).toBe(!isConfirmed)
  }
})
