import type { Money, Order, Refund } from '@paypal/paypal-server-sdk'
import { AppError } from '../../errors.ts'
import { formatId, parseId } from '../../ids.ts'
import { fromPaypalMoney } from './paypal-money.ts'
import { type Facts, NO_FACTS, type PageOrder } from '../provider.ts'

const PAID = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])
const REFUSED = new Set(['DECLINED', 'FAILED'])
/** A pending refund is counted: the owner has let go of the money, and PayPal may not tell when it arrives. */
const GIVEN_BACK = new Set(['COMPLETED', 'PENDING'])

type Written = { customId?: string | undefined; invoiceId?: string | undefined }
type Capture = Written & { id?: string; status?: string; amount?: Money }

/** Undefined: nobody has tried to pay. */
export function orderFacts(order: Order): Facts | undefined {
  const [unit] = order.purchaseUnits ?? []
  const written = { customId: unit?.customId, invoiceId: unit?.invoiceId }
  const captures = unit?.payments?.captures ?? []
  const capture = captures.find(({ status }) => PAID.has(status ?? '')) ?? captures.at(-1)
  if (capture) return captureFacts({ ...capture, ...written }, refundedOf(unit?.payments?.refunds ?? [], capture.id))
  switch (String(order.status)) {
    case 'VOIDED':
      return { ...nothingPaid(written), closed: true }
    case 'APPROVED':
      return nothingPaid(written)
    default:
      return undefined
  }
}

export function captureFacts(capture: Capture, refundedMinor = 0): Facts {
  const status = String(capture.status)
  const facts = { ...nothingPaid(capture), paymentRef: capture.id ?? null, closed: REFUSED.has(status) }
  if (!PAID.has(status)) return facts
  const paid = fromPaypalMoney(capture.amount)
  if (!paid) throw new AppError('provider_refused', 'PayPal told of a payment without a readable amount')
  return { ...facts, paid, refundedMinor: status === 'REFUNDED' ? paid.amountMinor : refundedMinor }
}

export function nothingPaid(written: Written): Facts {
  return { ...NO_FACTS, ...whatWeWrote(written) }
}

/**
 * `invoiceId` is unique in an account, so PayPal takes money under it once, even when its memory of our request ids
 * is over after some hours and a checkout got a second order.
 */
export function writeOn({ storeId, checkoutId }: Pick<PageOrder, 'storeId' | 'checkoutId'>): {
  customId: string
  invoiceId: string
} {
  const customId = formatId('chk', checkoutId)
  return { customId, invoiceId: `${formatId('sto', storeId)}.${customId}` }
}

/** An account may serve others as well: what they wrote is not ours. */
function whatWeWrote({ customId, invoiceId }: Written): Pick<Facts, 'storeId' | 'checkoutId'> {
  const [storeId = ''] = invoiceId?.split('.') ?? []
  return {
    storeId: parseId('sto', storeId) ? storeId : null,
    checkoutId: customId !== undefined && parseId('chk', customId) ? customId : null,
  }
}

function refundedOf(refunds: Refund[], captureId: string | undefined): number {
  return refunds
    .filter(({ status, links }) => GIVEN_BACK.has(status ?? '') && captureId === captureOf(links, captureId))
    .reduce((sum, { amount }) => sum + (fromPaypalMoney(amount)?.amountMinor ?? 0), 0)
}

/** A refund names its capture by a link alone. */
export function captureOf(links: { rel: string; href: string }[] | undefined, otherwise?: string): string | undefined {
  const href = links?.find(({ rel }) => rel === 'up')?.href ?? ''
  return /\/captures\/([A-Za-z0-9-]+)$/.exec(href)?.[1] ?? otherwise
}
