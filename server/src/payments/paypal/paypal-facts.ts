import type { Money, Order, Refund } from '@paypal/paypal-server-sdk'
import { AppError } from '../../errors.ts'
import { formatId, parseId } from '../../ids.ts'
import type { StoreMode } from '../../stores/store.ts'
import { fromPaypalMoney } from './paypal-money.ts'
import { type Facts, NO_FACTS, type PaymentPageRequest } from '../provider.ts'

const PAID = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])
const DECLINED = new Set(['DECLINED', 'FAILED'])
/** Pending refunds count, because PayPal may not report when they complete. */
const REFUNDED = new Set(['COMPLETED', 'PENDING'])

type Links = { href: string }[] | undefined
type References = { customId?: string | undefined; invoiceId?: string | undefined; links?: Links }
type Capture = References & { id?: string; status?: string; amount?: Money }

/** Undefined if the buyer has not tried to pay. */
export function orderFacts(order: Order): Facts | undefined {
  const [unit] = order.purchaseUnits ?? []
  const references = { customId: unit?.customId, invoiceId: unit?.invoiceId, links: order.links }
  const captures = unit?.payments?.captures ?? []
  const capture = captures.find(({ status }) => PAID.has(status ?? '')) ?? captures.at(-1)
  if (capture) return captureFacts({ ...capture, ...references }, refundedOf(unit?.payments?.refunds ?? [], capture.id))
  switch (String(order.status)) {
    case 'VOIDED':
      return { ...unpaidFacts(references), closed: true }
    case 'APPROVED':
      return unpaidFacts(references)
    default:
      return undefined
  }
}

export function captureFacts(capture: Capture, refundedMinor = 0): Facts {
  const status = String(capture.status)
  const facts = { ...unpaidFacts(capture), paymentRef: capture.id ?? null, closed: DECLINED.has(status) }
  if (!PAID.has(status)) return facts
  const paid = fromPaypalMoney(capture.amount)
  if (!paid) throw new AppError('provider_refused', 'PayPal reports a payment with an invalid amount')
  return { ...facts, paid, refundedMinor: status === 'REFUNDED' ? paid.amountMinor : refundedMinor }
}

export function unpaidFacts(references: References): Facts {
  return { ...NO_FACTS, ...readReferences(references), mode: modeOfLinks(references.links) }
}

/** Objects of PayPal do not name their environment, but link to it. */
export function modeOfLinks(links: Links): StoreMode | null {
  const hosts = (links ?? []).map(({ href }) => (URL.canParse(href) ? new URL(href).hostname : ''))
  if (hosts.some((host) => host.endsWith('.sandbox.paypal.com'))) return 'test'
  return hosts.some((host) => host.endsWith('.paypal.com')) ? 'live' : null
}

/**
 * PayPal captures each `invoiceId` once per account. This prevents a second payment of a checkout that got a second order
 * after PayPal had deleted our request id, which happens after some hours.
 */
export function orderReferences({ storeId, checkoutId }: Pick<PaymentPageRequest, 'storeId' | 'checkoutId'>): {
  customId: string
  invoiceId: string
} {
  const customId = formatId('chk', checkoutId)
  return { customId, invoiceId: `${formatId('sto', storeId)}.${customId}` }
}

/** Other software may use the same PayPal account, so ids in other formats are ignored. */
function readReferences({ customId, invoiceId }: References): Pick<Facts, 'storeId' | 'checkoutId'> {
  const [storeId = ''] = invoiceId?.split('.') ?? []
  return {
    storeId: parseId('sto', storeId) ? storeId : null,
    checkoutId: customId !== undefined && parseId('chk', customId) ? customId : null,
  }
}

function refundedOf(refunds: Refund[], captureId: string | undefined): number {
  return refunds
    .filter(({ status, links }) => REFUNDED.has(status ?? '') && captureId === captureIdOf(links, captureId))
    .reduce((sum, { amount }) => sum + (fromPaypalMoney(amount)?.amountMinor ?? 0), 0)
}

/** A refund refers to its capture only by a link. */
export function captureIdOf(links: { rel: string; href: string }[] | undefined, fallback?: string): string | undefined {
  const href = links?.find(({ rel }) => rel === 'up')?.href ?? ''
  return /\/captures\/([A-Za-z0-9-]+)$/.exec(href)?.[1] ?? fallback
}
