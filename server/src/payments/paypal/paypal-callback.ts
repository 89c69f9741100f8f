import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { AppError } from '../../errors.ts'
import { parseCallbackBody } from '../parse-callback-body.ts'
import { captureIdOf, unpaidFacts } from './paypal-facts.ts'
import { fromPaypalMoney } from './paypal-money.ts'
import type { Dispute, Facts, CallbackEvent } from '../provider.ts'

const Text = Type.String({ minLength: 1 })
const Amount = Type.Object({ currency_code: Text, value: Text })
const Event = Type.Object({ id: Text, event_type: Text, resource: Type.Unknown() })
const Order = Type.Object({ id: Text })
const OrderApproval = Type.Object({ order_id: Text })
const Links = Type.Array(Type.Object({ rel: Text, href: Text }))
const references = { custom_id: Type.Optional(Type.String()), invoice_id: Type.Optional(Type.String()) }
const Capture = Type.Object({ id: Text, ...references, links: Type.Optional(Links) })
const Refund = Type.Object({
  ...references,
  amount: Amount,
  links: Links,
  seller_payable_breakdown: Type.Optional(Type.Object({ total_refunded_amount: Type.Optional(Amount) })),
})
const DisputeCase = Type.Object({
  disputed_transactions: Type.Array(
    Type.Object({
      seller_transaction_id: Text,
      custom: Type.Optional(Type.String()),
      invoice_number: Type.Optional(Type.String()),
    }),
    { minItems: 1 },
  ),
  dispute_outcome: Type.Optional(Type.Object({ outcome_code: Text })),
  links: Type.Optional(Links),
})

const Subscription = Type.Object({ id: Text })
const Sale = Type.Object({ id: Text, billing_agreement_id: Type.Optional(Text) })
const SaleRefund = Type.Object({
  id: Text,
  sale_id: Type.Optional(Text),
  amount: Type.Object({ total: Text, currency: Text }),
  total_refunded_amount: Type.Optional(Type.Object({ value: Text, currency: Text })),
  links: Type.Optional(Links),
})

/** The webhook of a store needs these events. Others are ignored. */
export const CALLBACK_EVENTS = [
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.ORDER.COMPLETED',
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
  'BILLING.SUBSCRIPTION.ACTIVATED',
  'BILLING.SUBSCRIPTION.CANCELLED',
  'BILLING.SUBSCRIPTION.SUSPENDED',
  'BILLING.SUBSCRIPTION.EXPIRED',
  'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
  'PAYMENT.SALE.COMPLETED',
  'PAYMENT.SALE.REFUNDED',
  'PAYMENT.SALE.REVERSED',
] as const

/** With any other outcome the dispute stays open. */
const OUTCOMES = new Map<string, Dispute>([
  ['RESOLVED_BUYER_FAVOUR', 'lost'],
  ['ACCEPTED', 'lost'],
  ['RESOLVED_SELLER_FAVOUR', 'won'],
  ['DENIED', 'won'],
  ['CANCELED_BY_BUYER', 'won'],
  // PayPal pays the buyer at its own expense.
  ['RESOLVED_WITH_PAYOUT', 'won'],
])

/**
 * Call it after the signature was verified. PayPal signs only a CRC-32 of the body, and a body can be forged to match it.
 * Therefore a payment is never taken from the body but queried.
 */
export function readPaypalEvent(body: Buffer): CallbackEvent {
  const { id: eventId, event_type: kind, resource } = read(Event, parseCallbackBody(body))
  return { eventId, kind, content: contentOf(kind, resource) }
}

function contentOf(kind: string, resource: unknown): CallbackEvent['content'] {
  switch (kind) {
    case 'CHECKOUT.ORDER.APPROVED':
    case 'CHECKOUT.ORDER.COMPLETED':
    case 'CHECKOUT.ORDER.VOIDED':
      return { refs: { pageRef: read(Order, resource).id } }
    case 'CHECKOUT.PAYMENT-APPROVAL.REVERSED':
      return { refs: { pageRef: read(OrderApproval, resource).order_id } }
    case 'PAYMENT.CAPTURE.COMPLETED':
      return { refs: { paymentRef: read(Capture, resource).id } }
    case 'PAYMENT.CAPTURE.PENDING':
      return { facts: unpaid(read(Capture, resource)) }
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
      return { facts: { ...unpaid(read(Capture, resource)), closed: true } }
    case 'PAYMENT.CAPTURE.REFUNDED':
      return refunded(read(Refund, resource))
    case 'PAYMENT.CAPTURE.REVERSED':
      return reversed(read(Refund, resource))
    case 'CUSTOMER.DISPUTE.CREATED':
    case 'CUSTOMER.DISPUTE.UPDATED':
    case 'CUSTOMER.DISPUTE.RESOLVED':
      return { facts: disputed(read(DisputeCase, resource)) }
    case 'BILLING.SUBSCRIPTION.ACTIVATED':
    case 'BILLING.SUBSCRIPTION.CANCELLED':
    case 'BILLING.SUBSCRIPTION.SUSPENDED':
    case 'BILLING.SUBSCRIPTION.EXPIRED':
    case 'BILLING.SUBSCRIPTION.PAYMENT.FAILED':
      return { subscriptionRefs: { subscriptionRef: read(Subscription, resource).id } }
    case 'PAYMENT.SALE.COMPLETED': {
      const { id: paymentRef, billing_agreement_id: subscriptionRef } = read(Sale, resource)
      return subscriptionRef === undefined ? 'ignored' : { subscriptionRefs: { subscriptionRef, paymentRef } }
    }
    case 'PAYMENT.SALE.REFUNDED':
      return { facts: saleRefunded(read(SaleRefund, resource)) }
    case 'PAYMENT.SALE.REVERSED':
      return { facts: { ...saleRefunded(read(SaleRefund, resource)), dispute: 'lost' } }
    default:
      return 'ignored'
  }
}

/** The older format of the payments of subscriptions. A reversal has the id of the sale itself. */
function saleRefunded({
  id,
  sale_id: saleId,
  amount,
  total_refunded_amount: sum,
  links,
}: Static<typeof SaleRefund>): Facts {
  const { currency, value } = sum ?? { currency: amount.currency, value: amount.total }
  const refundedMinor = minorOf({ currency_code: currency, value }) ?? 0
  return { ...unpaidFacts({ links }), paymentRef: saleId ?? id, refundedMinor }
}

function unpaid({ id, custom_id: customId, invoice_id: invoiceId, links }: Static<typeof Capture>): Facts {
  return { ...unpaidFacts({ customId, invoiceId, links }), paymentRef: id }
}

function refunded(refund: Static<typeof Refund>): CallbackEvent['content'] {
  const total = totalRefunded(refund)
  if (total === undefined) return { refs: { paymentRef: refundedCaptureId(refund) } }
  return { facts: { ...refundFacts(refund), refundedMinor: total } }
}

/** The bank or PayPal took the money back. A query does not report this, so it is read from the body. */
function reversed(refund: Static<typeof Refund>): CallbackEvent['content'] {
  const refundedMinor = totalRefunded(refund) ?? minorOf(refund.amount) ?? 0
  return { facts: { ...refundFacts(refund), refundedMinor, dispute: 'lost' } }
}

function refundFacts(refund: Static<typeof Refund>): Facts {
  const { custom_id: customId, invoice_id: invoiceId, links } = refund
  return { ...unpaidFacts({ customId, invoiceId, links }), paymentRef: refundedCaptureId(refund) }
}

function disputed({ disputed_transactions: [first], ...dispute }: Static<typeof DisputeCase>): Facts {
  const { dispute_outcome: outcome, links } = dispute
  return {
    ...unpaidFacts({ customId: first?.custom, invoiceId: first?.invoice_number, links }),
    paymentRef: first?.seller_transaction_id ?? null,
    dispute: OUTCOMES.get(outcome?.outcome_code ?? '') ?? 'open',
  }
}

function refundedCaptureId({ links }: Static<typeof Refund>): string {
  const captureId = captureIdOf(links)
  if (captureId === undefined) throw malformedEvent()
  return captureId
}

function totalRefunded({ amount, seller_payable_breakdown: breakdown }: Static<typeof Refund>): number | undefined {
  const total = breakdown?.total_refunded_amount
  return total?.currency_code === amount.currency_code ? minorOf(total) : undefined
}

/** PayPal may report reversed amounts as negative. */
function minorOf({ currency_code, value }: Static<typeof Amount>): number | undefined {
  return fromPaypalMoney({ currencyCode: currency_code, value: value.replace(/^-/, '') })?.amountMinor
}

function read<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  if (!Value.Check(schema, value)) throw malformedEvent()
  return value
}

function malformedEvent(): AppError {
  return new AppError('invalid_request', 'The event has missing or malformed fields')
}
