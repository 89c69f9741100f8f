import { crc32 } from 'node:zlib'
import { describe, expect, test, afterAll } from 'vitest'
import { startFakePaypal } from '../../../test/providers/fake-paypal.ts'
import type { SignedCallback } from '../../../test/providers/fake-provider.ts'
import { toCallback, startTestMerchant } from '../../../test/providers/test-merchant.ts'
import { withChecksum } from '../../../test/with-checksum.ts'
import { type CheckoutId, newId, type StoreId, formatId } from '../../ids.ts'
import type { PaymentPageRequest } from '../provider.ts'
import { readPaypalEvent } from './paypal-callback.ts'
import { orderReferences } from './paypal-facts.ts'

const { customId, invoiceId } = orderReferences({ storeId: newId<StoreId>(), checkoutId: newId<CheckoutId>() })
const [storeId] = invoiceId.split('.')
const CAPTURE = '42311647XV020574X'
const BRL = (value: string) => ({ currency_code: 'BRL', value })
const up = { rel: 'up', href: `https://api.paypal.com/v2/payments/captures/${CAPTURE}`, method: 'GET' }
const UNPAID = { paid: null, refundedMinor: 0, dispute: 'none' }
const NOTHING = { storeId: null, checkoutId: null, mode: 'live', paymentRef: CAPTURE, ...UNPAID }

const readEvent = (event_type: string, resource: unknown) =>
  readPaypalEvent(Buffer.from(JSON.stringify({ id: 'WH-1', event_type, resource })))

describe('captures', () => {
  const references = { custom_id: customId, invoice_id: invoiceId }
  const capture = { id: CAPTURE, status: 'COMPLETED', amount: BRL('19.90'), ...references, links: [up] }

  test('a completed capture is queried and not taken from the body', () => {
    expect(readEvent('PAYMENT.CAPTURE.COMPLETED', capture)).toEqual({
      eventId: 'WH-1',
      kind: 'PAYMENT.CAPTURE.COMPLETED',
      content: { refs: { paymentRef: CAPTURE } },
    })
  })

  test.each(['DENIED', 'DECLINED'])('a capture that was %s is closed and not paid', (word) => {
    const facts = { ...NOTHING, storeId, checkoutId: customId, closed: true }
    expect(readEvent(`PAYMENT.CAPTURE.${word}`, capture).content).toEqual({ facts })
  })

  test('a pending capture is not paid and not closed', () => {
    const facts = { ...NOTHING, storeId, checkoutId: customId, closed: false }
    expect(readEvent('PAYMENT.CAPTURE.PENDING', capture).content).toEqual({ facts })
  })

  test('ids of other software that uses the same account are ignored', () => {
    const foreign = { ...capture, custom_id: 'order 7', invoice_id: 'INV-7' }
    expect(readEvent('PAYMENT.CAPTURE.PENDING', foreign).content).toMatchObject({
      facts: { storeId: null, checkoutId: null, paymentRef: CAPTURE },
    })
  })
})

describe('refunds and reversals', () => {
  const refund = (breakdown?: object) => ({
    id: '1JU08902781691411',
    amount: BRL('3.00'),
    status: 'COMPLETED',
    links: [up],
    ...(breakdown && { seller_payable_breakdown: breakdown }),
  })

  test('a refund reports the sum of all refunds of its capture', () => {
    const { content } = readEvent('PAYMENT.CAPTURE.REFUNDED', refund({ total_refunded_amount: BRL('5.00') }))
    expect(content).toEqual({ facts: { ...NOTHING, refundedMinor: 500, closed: false } })
  })

  test('a refund without a sum, or with a sum in another currency, is queried', () => {
    expect(readEvent('PAYMENT.CAPTURE.REFUNDED', refund()).content).toEqual({ refs: { paymentRef: CAPTURE } })
    expect(readEvent('PAYMENT.CAPTURE.REFUNDED', refund({})).content).toEqual({ refs: { paymentRef: CAPTURE } })
    const inDollars = refund({ total_refunded_amount: { currency_code: 'USD', value: '5.00' } })
    expect(readEvent('PAYMENT.CAPTURE.REFUNDED', inDollars).content).toEqual({ refs: { paymentRef: CAPTURE } })
  })

  test.each([
    ['HUF', '1045', 104_500],
    ['TWD', '5', 500],
    ['JPY', '500', 500],
    ['BRL', '4.35', 435],
  ])('a sum in %s of %s is %i minor units', (currency_code, value, refundedMinor) => {
    const sum = { currency_code, value }
    const resource = { ...refund({ total_refunded_amount: sum }), amount: sum }
    expect(readEvent('PAYMENT.CAPTURE.REFUNDED', resource).content).toMatchObject({ facts: { refundedMinor } })
  })

  test.each(['19.901', '--19.90', '1e3', '19,90', 'NaN', '9'.repeat(40)])(
    'a refund with the invalid sum "%s" is queried, and a reversal with it reports only the lost dispute',
    (value) => {
      const unreadable = { ...refund({ total_refunded_amount: BRL(value) }), amount: BRL(value) }
      expect(readEvent('PAYMENT.CAPTURE.REFUNDED', unreadable).content).toEqual({ refs: { paymentRef: CAPTURE } })
      const { content } = readEvent('PAYMENT.CAPTURE.REVERSED', unreadable)
      expect(content).toEqual({ facts: { ...NOTHING, dispute: 'lost', closed: false } })
    },
  )

  test('a reversal is a lost dispute, with or without a sum', () => {
    const facts = { ...NOTHING, dispute: 'lost', closed: false }
    const whole = refund({ total_refunded_amount: BRL('-19.90') })
    expect(readEvent('PAYMENT.CAPTURE.REVERSED', whole).content).toEqual({ facts: { ...facts, refundedMinor: 1990 } })
    expect(readEvent('PAYMENT.CAPTURE.REVERSED', refund()).content).toEqual({ facts: { ...facts, refundedMinor: 300 } })
  })

  test('a refund without the id of its capture is refused', () => {
    const elsewhere = { ...refund({ total_refunded_amount: BRL('5.00') }), links: [{ ...up, href: 'https://x/y' }] }
    expect(() => readEvent('PAYMENT.CAPTURE.REFUNDED', elsewhere)).toThrow(/./)
  })
})

describe('disputes', () => {
  const dispute = (more: object = {}) => ({
    disputed_transactions: [{ seller_transaction_id: CAPTURE }],
    links: [{ rel: 'self', href: 'https://api.paypal.com/v1/customer/disputes/PP-D-1' }],
    ...more,
  })

  test('a new dispute is open', () => {
    expect(readEvent('CUSTOMER.DISPUTE.CREATED', dispute()).content).toEqual({
      facts: { ...NOTHING, dispute: 'open', closed: false },
    })
  })

  test.each([
    ['RESOLVED_BUYER_FAVOUR', 'lost'],
    ['ACCEPTED', 'lost'],
    ['RESOLVED_SELLER_FAVOUR', 'won'],
    ['RESOLVED_WITH_PAYOUT', 'won'],
    ['CANCELED_BY_BUYER', 'won'],
    ['DENIED', 'won'],
    ['NONE', 'open'],
    ['constructor', 'open'],
  ])('a dispute with the outcome %s is %s', (outcome_code, expected) => {
    const { content } = readEvent('CUSTOMER.DISPUTE.RESOLVED', dispute({ dispute_outcome: { outcome_code } }))
    expect(content).toMatchObject({ facts: { dispute: expected, paymentRef: CAPTURE } })
  })

  test('a dispute has the ids of the store and the checkout if PayPal repeats them', () => {
    const transaction = { seller_transaction_id: CAPTURE, custom: customId, invoice_number: invoiceId }
    const { content } = readEvent('CUSTOMER.DISPUTE.CREATED', { disputed_transactions: [transaction] })
    expect(content).toMatchObject({ facts: { storeId, checkoutId: customId } })
  })
})

test('an approval contains only the id to query', () => {
  expect(readEvent('CHECKOUT.ORDER.APPROVED', { id: '5O190127TN364715T', status: 'APPROVED' }).content).toEqual({
    refs: { pageRef: '5O190127TN364715T' },
  })
  expect(readEvent('CHECKOUT.PAYMENT-APPROVAL.REVERSED', { order_id: '5O190127TN364715T' }).content).toEqual({
    refs: { pageRef: '5O190127TN364715T' },
  })
})

const fake = await startFakePaypal()
const merchant = await startTestMerchant(fake)

afterAll(() => merchant.close())

/** PayPal signs only a CRC-32 of the body, so a forged body with the same checksum has a valid signature. */
function forge(genuine: SignedCallback, event: object): SignedCallback {
  const body = withChecksum(JSON.stringify(event), crc32(genuine.body))
  expect(crc32(body)).toBe(crc32(genuine.body))
  expect(JSON.parse(body)).toEqual(event)
  return { ...genuine, body }
}

/** An event which claims that the capture paid the order in full. */
function claimOf(order: PaymentPageRequest, { captureId, kind }: { captureId: string; kind: string }): object {
  const { customId: custom_id, invoiceId: invoice_id } = orderReferences(order)
  const amount = { currency_code: order.currency, value: '5000.00' }
  const links = [{ rel: 'up', href: `https://api.paypal.com/v2/payments/captures/${captureId}`, method: 'GET' }]
  const transaction = { seller_transaction_id: captureId, custom: custom_id, invoice_number: invoice_id }
  const dispute = { disputed_transactions: [transaction], dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' } }
  const capture = { id: captureId, order_id: captureId, status: 'COMPLETED', amount, custom_id, invoice_id, links }
  return { id: 'WH-FORGED', event_type: kind, resource: { ...capture, ...dispute } }
}

/** A buyer who paid 20 cents tries to use that payment for an expensive order. */
async function smallPaymentAndBigOrder() {
  const small = await merchant.openAndPay({ totalMinor: 20 })
  const { order: big } = await merchant.open({ totalMinor: 500_000 })
  const genuine = fake.signedCallbacks.find(
    ({ body }) => body.includes('CAPTURE.COMPLETED') && body.includes(small.paymentRef),
  )
  if (!genuine) throw new Error('there is no callback of the capture')
  return { small, big, genuine }
}

test('a completed capture is queried and not taken from the body, because the body can be forged', async () => {
  const { small, big, genuine } = await smallPaymentAndBigOrder()
  const kind = 'PAYMENT.CAPTURE.COMPLETED'

  const withRealCapture = forge(genuine, claimOf(big, { captureId: small.paymentRef, kind }))
  const { content } = await merchant.connection.readCallback(toCallback(withRealCapture))
  expect(content).toEqual({ refs: { paymentRef: small.paymentRef } })
  expect(await merchant.connection.queryPayment({ paymentRef: small.paymentRef })).toMatchObject({
    checkoutId: formatId('chk', small.order.checkoutId),
    paid: { amountMinor: 20 },
  })

  const withUnknownCapture = forge(genuine, claimOf(big, { captureId: '7XX77777XX777777X', kind }))
  const event = await merchant.connection.readCallback(toCallback(withUnknownCapture))
  expect(event.content).toEqual({ refs: { paymentRef: '7XX77777XX777777X' } })
  expect(await merchant.connection.queryPayment({ paymentRef: '7XX77777XX777777X' })).toBeUndefined()
})

test.each([
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.ORDER.COMPLETED',
  'CHECKOUT.ORDER.VOIDED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
])('the body of a %s event never reports a payment', async (kind) => {
  const { small, big, genuine } = await smallPaymentAndBigOrder()
  const forged = forge(genuine, claimOf(big, { captureId: small.paymentRef, kind }))
  const { content } = await merchant.connection.readCallback(toCallback(forged))
  expect(content).not.toBe('ignored')
  expect(content).not.toHaveProperty('facts.paid.amountMinor')
})
