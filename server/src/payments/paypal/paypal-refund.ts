import type { Money } from '@paypal/paypal-server-sdk'
import { AppError } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import type { PaypalCall } from './paypal-request.ts'
import { toPaypalMoney } from './paypal-money.ts'
import { PaypalError } from './paypal-error.ts'
import type { ProviderRefund, RefundState } from '../provider.ts'

const STATES = new Map<string, RefundState>([
  ['COMPLETED', 'succeeded'],
  ['PENDING', 'pending'],
  ['CANCELLED', 'failed'],
  ['FAILED', 'failed'],
])

export async function refundCapture(call: PaypalCall, refund: ProviderRefund): Promise<RefundState> {
  const { refundId, paymentRef, whole } = refund
  // Without an amount PayPal gives back all that is left, also when the owner gave a part of it back over there.
  const body = whole ? {} : { amount: amountOf(refund) }
  const named = { captureId: paymentRef, paypalRequestId: `refund-${formatId('rfd', refundId)}`, body }
  try {
    const { status } = await call(({ payments }, limits) => payments.refundCapturedPayment(named, limits))
    return STATES.get(status ?? '') ?? 'pending'
  } catch (error) {
    if (whole && error instanceof PaypalError && error.issue === 'CAPTURE_FULLY_REFUNDED') return 'succeeded'
    throw error
  }
}

function amountOf({ amountMinor, currency }: ProviderRefund): Money {
  const amount = toPaypalMoney(amountMinor, currency)
  if (amount) return amount
  throw new AppError('provider_refused', `PayPal cannot refund ${amountMinor} of the smallest unit of ${currency}`)
}
