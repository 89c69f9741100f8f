import { describe, expect, test } from 'vitest'
import { type CheckoutId, newId, type StoreId } from '../../ids.ts'
import { orderReferences } from './paypal-facts.ts'
import { readPaypalEvent } from './paypal-callback.ts'

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
