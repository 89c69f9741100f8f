import { AppError } from '../../errors.ts'
import { isCurrency, parsePrice } from '../../money.ts'
import type { MercadopagoPayment } from './mercadopago-api.ts'
import { type Dispute, type Facts, NO_FACTS } from '../provider.ts'

export function mercadopagoFacts(payment: MercadopagoPayment, { closed }: { closed: boolean }): Facts {
  const { external_reference, transaction_amount, currency_id } = payment
  const ids = { storeId: storeOf(payment), checkoutId: external_reference ?? null, mode: modeOf(payment) }
  if (!wasApproved(payment)) {
    // Leaves out paymentRef, because a declined payment cannot be refunded.
    return { ...NO_FACTS, ...ids, closed }
  }
  return {
    ...ids,
    paymentRef: String(payment.id),
    paid: { amountMinor: minorOf(payment, transaction_amount), currency: currency_id },
    refundedMinor: refundedOf(payment),
    dispute: disputeOf(payment),
    closed,
  }
}

/**
 * Payments to a test user of MercadoPago have `live_mode: true`, so only `false` says something. `checkAccount` finds out
 * whether the account is a test user.
 */
function modeOf({ live_mode }: MercadopagoPayment): Facts['mode'] {
  return live_mode ? null : 'test'
}

const WAS_APPROVED = new Set(['approved', 'refunded', 'in_mediation', 'charged_back'])

export function wasApproved({ status }: MercadopagoPayment): boolean {
  return WAS_APPROVED.has(status)
}

export function firstApproved(payments: MercadopagoPayment[]): MercadopagoPayment | undefined {
  const approvedAt = ({ date_approved }: MercadopagoPayment) =>
    Date.parse(date_approved ?? '') || Number.MAX_SAFE_INTEGER
  return payments.filter(wasApproved).sort((a, b) => approvedAt(a) - approvedAt(b) || Number(a.id) - Number(b.id))[0]
}

export function storeOf({ metadata }: Pick<MercadopagoPayment, 'metadata'>): string | null {
  return typeof metadata?.store_id === 'string' ? metadata.store_id : null
}

/** A partially refunded payment keeps the status approved. */
function refundedOf(payment: MercadopagoPayment): number {
  const { status, transaction_amount, transaction_amount_refunded } = payment
  return minorOf(payment, status === 'refunded' ? transaction_amount : (transaction_amount_refunded ?? 0))
}

function disputeOf({ status, status_detail }: MercadopagoPayment): Dispute {
  if (status === 'in_mediation') return 'open'
  if (status !== 'charged_back') return 'none'
  if (status_detail === 'reimbursed') return 'won'
  return status_detail === 'settled' ? 'lost' : 'open'
}

/** Amounts are JSON numbers. The shortest decimal text of the number is the intended amount. */
function minorOf({ id, currency_id }: MercadopagoPayment, amount: number): number {
  const message = `MercadoPago reports an invalid amount for payment ${id}: ${amount} ${currency_id}`
  if (!isCurrency(currency_id)) throw new AppError('provider_refused', message)
  try {
    return parsePrice(String(amount), currency_id)
  } catch (error) {
    throw new AppError('provider_refused', message, { cause: error })
  }
}
