import { crc32 } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import type { SignedCallback } from '../../../test/providers/fake-provider.ts'
import { startFakePaypal } from '../../../test/providers/fake-paypal.ts'
import { toCallback, startTestMerchant } from '../../../test/providers/test-merchant.ts'
import { withChecksum } from '../../../test/with-checksum.ts'
import { formatId } from '../../ids.ts'
import type { PaymentPageRequest } from '../provider.ts'
import { orderReferences } from './paypal-facts.ts'

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
