import { describe, expect, test } from 'vitest'
import { type CheckoutId, newId, type StoreId } from '../../ids.ts'
import { orderReferences } from './paypal-facts.ts'
import { readPaypalEvent } from './paypal-callback.ts'

const { customId, invoiceId } = orderReferences({ storeId: newId<StoreId>(), checkoutId: newId<CheckoutId>() })
const [storeId] = invoiceId.split('.')
const CAPTURE = '42311647XV020574X'
const BRL = (value: string) => ({ currency_code: 'BRL', value })
const up = { rel: 'up', href: `https://api.paypal.com/v2/payments/captures/${CAPTURE}`, method: 'GET' }
const NOTHING = { storeId: null, checkoutId: null, paymentRef: CAPTURE, paid: null, refundedMinor: 0, dispute: 'none' }

const notice = (event_type: string, resource: unknown) =>
  readPaypalEvent(Buffer.from(JSON.stringify({ id: 'WH-1', event_type, resource })))

describe('captures', () => {
  const capture = { id: CAPTURE, status: 'COMPLETED', amount: BRL('19.90'), custom_id: customId, invoice_id: invoiceId }

  test('a completed capture is asked for, not believed', () => {
    expect(notice('PAYMENT.CAPTURE.COMPLETED', capture)).toEqual({
      eventId: 'WH-1',
      kind: 'PAYMENT.CAPTURE.COMPLETED',
      content: { refs: { paymentRef: CAPTURE } },
    })
  })

  test.each(['DENIED', 'DECLINED'])('a capture that was %s is not paid and never will be', (word) => {
    const facts = { ...NOTHING, storeId, checkoutId: customId, closed: true }
    expect(notice(`PAYMENT.CAPTURE.${word}`, capture).content).toEqual({ facts })
  })

  test('a pending capture is not paid, and may be yet', () => {
    const facts = { ...NOTHING, storeId, checkoutId: customId, closed: false }
    expect(notice('PAYMENT.CAPTURE.PENDING', capture).content).toEqual({ facts })
  })

  test('what other software wrote on a payment of the same account is not taken for ours', () => {
    const foreign = { ...capture, custom_id: 'order 7', invoice_id: 'INV-7' }
    expect(notice('PAYMENT.CAPTURE.PENDING', foreign).content).toMatchObject({
      facts: { storeId: null, checkoutId: null, paymentRef: CAPTURE },
    })
  })
})

describe('money back', () => {
  const refund = (breakdown?: object) => ({
    id: '1JU08902781691411',
    amount: BRL('3.00'),
    status: 'COMPLETED',
    links: [up],
    ...(breakdown && { seller_payable_breakdown: breakdown }),
  })

  test('a refund tells the sum of all refunds of its capture', () => {
    const { content } = notice('PAYMENT.CAPTURE.REFUNDED', refund({ total_refunded_amount: BRL('5.00') }))
    expect(content).toEqual({ facts: { ...NOTHING, refundedMinor: 500, closed: false } })
  })

  test('without the sum, or with one in another currency, we ask', () => {
    expect(notice('PAYMENT.CAPTURE.REFUNDED', refund()).content).toEqual({ refs: { paymentRef: CAPTURE } })
    expect(notice('PAYMENT.CAPTURE.REFUNDED', refund({})).content).toEqual({ refs: { paymentRef: CAPTURE } })
    const inDollars = refund({ total_refunded_amount: { currency_code: 'USD', value: '5.00' } })
    expect(notice('PAYMENT.CAPTURE.REFUNDED', inDollars).content).toEqual({ refs: { paymentRef: CAPTURE } })
  })

  test.each([
    ['HUF', '1045', 104_500],
    ['TWD', '5', 500],
    ['JPY', '500', 500],
    ['BRL', '4.35', 435],
  ])('a sum in %s written as %s is %i of our smallest unit', (currency_code, value, refundedMinor) => {
    const sum = { currency_code, value }
    const resource = { ...refund({ total_refunded_amount: sum }), amount: sum }
    expect(notice('PAYMENT.CAPTURE.REFUNDED', resource).content).toMatchObject({ facts: { refundedMinor } })
  })

  test.each(['19.901', '--19.90', '1e3', '19,90', 'NaN', '9'.repeat(40)])(
    'a sum of "%s" is not guessed at: we ask, and a reversal tells only that the dispute is lost',
    (value) => {
      const unreadable = { ...refund({ total_refunded_amount: BRL(value) }), amount: BRL(value) }
      expect(notice('PAYMENT.CAPTURE.REFUNDED', unreadable).content).toEqual({ refs: { paymentRef: CAPTURE } })
      const { content } = notice('PAYMENT.CAPTURE.REVERSED', unreadable)
      expect(content).toEqual({ facts: { ...NOTHING, dispute: 'lost', closed: false } })
    },
  )

  test('a reversal is a dispute that was lost, with or without the sum', () => {
    const facts = { ...NOTHING, dispute: 'lost', closed: false }
    const whole = refund({ total_refunded_amount: BRL('-19.90') })
    expect(notice('PAYMENT.CAPTURE.REVERSED', whole).content).toEqual({ facts: { ...facts, refundedMinor: 1990 } })
    expect(notice('PAYMENT.CAPTURE.REVERSED', refund()).content).toEqual({ facts: { ...facts, refundedMinor: 300 } })
  })

  test('a refund of nobody knows which capture is refused', () => {
    const elsewhere = { ...refund({ total_refunded_amount: BRL('5.00') }), links: [{ ...up, href: 'https://x/y' }] }
    expect(() => notice('PAYMENT.CAPTURE.REFUNDED', elsewhere)).toThrow(/./)
  })
})

describe('disputes', () => {
  const dispute = (more: object = {}) => ({ disputed_transactions: [{ seller_transaction_id: CAPTURE }], ...more })

  test('a new dispute is open', () => {
    expect(notice('CUSTOMER.DISPUTE.CREATED', dispute()).content).toEqual({
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
  ])('a dispute that ends as %s is %s', (outcome_code, expected) => {
    const { content } = notice('CUSTOMER.DISPUTE.RESOLVED', dispute({ dispute_outcome: { outcome_code } }))
    expect(content).toMatchObject({ facts: { dispute: expected, paymentRef: CAPTURE } })
  })

  test('a dispute names the checkout where PayPal repeats what we wrote', () => {
    const transaction = { seller_transaction_id: CAPTURE, custom: customId, invoice_number: invoiceId }
    const { content } = notice('CUSTOMER.DISPUTE.CREATED', { disputed_transactions: [transaction] })
    expect(content).toMatchObject({ facts: { storeId, checkoutId: customId } })
  })
})

test('an approval tells nothing but where to ask', () => {
  expect(notice('CHECKOUT.ORDER.APPROVED', { id: '5O190127TN364715T', status: 'APPROVED' }).content).toEqual({
    refs: { pageRef: '5O190127TN364715T' },
  })
  expect(notice('CHECKOUT.PAYMENT-APPROVAL.REVERSED', { order_id: '5O190127TN364715T' }).content).toEqual({
    refs: { pageRef: '5O190127TN364715T' },
  })
})
