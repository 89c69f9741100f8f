import type { Money } from '@paypal/paypal-server-sdk'
import { Type } from 'typebox'
import { AppError } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import type { PaypalCall } from './paypal-request.ts'
import { toPaypalMoney } from './paypal-money.ts'
import { PaypalError } from './paypal-error.ts'
import { post, requireAnswer } from './paypal-subscribe.ts'
import type { RefundRequest, RefundState } from '../provider.ts'

const STATES = new Map<string, RefundState>([
  ['COMPLETED', 'succeeded'],
  ['PENDING', 'pending'],
  ['CANCELLED', 'failed'],
  ['FAILED', 'failed'],
])

export async function refundCapture(call: PaypalCall, refund: RefundRequest): Promise<RefundState> {
  const { refundId, paymentRef, isFull } = refund
  // Without an amount PayPal refunds all that is left, also after a partial refund on PayPal's own pages.
  const body = isFull ? {} : { amount: amountOf(refund) }
  const request = { captureId: paymentRef, paypalRequestId: `refund-${formatId('rfd', refundId)}`, body }
  try {
    const { status } = await call(({ payments }, limits) => payments.refundCapturedPayment(request, limits))
    return STATES.get(status ?? '') ?? 'pending'
  } catch (error) {
    if (!(error instanceof PaypalError)) throw error
    if (isFull && error.issue === 'CAPTURE_FULLY_REFUNDED') return 'succeeded'
    if (error.httpStatus === 404) return refundSale(call, refund)
    throw error
  }
}

const SaleRefund = Type.Object({ state: Type.String() })

/** The payment of a subscription is not always a capture. */
async function refundSale(call: PaypalCall, refund: RefundRequest): Promise<RefundState> {
  const { refundId, paymentRef, isFull } = refund
  const { value: total, currencyCode: currency } = isFull ? {} : amountOf(refund)
  const content = isFull ? {} : { amount: { total, currency } }
  const path = `/v1/payments/sale/${encodeURIComponent(paymentRef)}/refund`
  try {
    const answer = await call(post(path, content, `refund-${formatId('rfd', refundId)}`))
    return STATES.get(requireAnswer(SaleRefund, answer).state.toUpperCase()) ?? 'pending'
  } catch (error) {
    if (isFull && error instanceof PaypalError && error.issue === 'TRANSACTION_ALREADY_REFUNDED') return 'succeeded'
    throw error
  }
}

function amountOf({ amountMinor, currency }: RefundRequest): Money {
  const amount = toPaypalMoney(amountMinor, currency)
  if (amount) return amount
  throw new AppError('provider_refused', `PayPal cannot refund ${amountMinor} minor units of ${currency}`)
}
