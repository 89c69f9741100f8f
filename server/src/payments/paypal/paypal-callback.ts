import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { AppError } from '../../errors.ts'
import { captureOf, nothingPaid } from './paypal-facts.ts'
import { fromPaypalMoney } from './paypal-money.ts'
import type { Dispute, Facts, Notice } from '../provider.ts'

const Text = Type.String({ minLength: 1 })
const Amount = Type.Object({ currency_code: Text, value: Text })
const Event = Type.Object({ id: Text, event_type: Text, resource: Type.Unknown() })
const Order = Type.Object({ id: Text })
const OrderApproval = Type.Object({ order_id: Text })
const written = { custom_id: Type.Optional(Type.String()), invoice_id: Type.Optional(Type.String()) }
const Capture = Type.Object({ id: Text, ...written })
const Refund = Type.Object({
  ...written,
  amount: Amount,
  links: Type.Array(Type.Object({ rel: Text, href: Text })),
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
})

/** What is not here leaves the dispute as it was: open. */
const OUTCOMES = new Map<string, Dispute>([
  ['RESOLVED_BUYER_FAVOUR', 'lost'],
  ['ACCEPTED', 'lost'],
  ['RESOLVED_SELLER_FAVOUR', 'won'],
  ['DENIED', 'won'],
  ['CANCELED_BY_BUYER', 'won'],
  // PayPal pays the buyer out of its own pocket.
  ['RESOLVED_WITH_PAYOUT', 'won'],
])

/**
 * Only after the signature. That is over a checksum of the body, which another body can be made to meet: nothing that
 * would give goods is believed from here. Money is asked for.
 */
export function readNotice(body: Buffer): Notice {
  const { id: eventId, event_type: kind, resource } = read(Event, parse(body))
  return { eventId, kind, tells: tellsOf(kind, resource) }
}

function tellsOf(kind: string, resource: unknown): Notice['tells'] {
  switch (kind) {
    case 'CHECKOUT.ORDER.APPROVED':
    case 'CHECKOUT.ORDER.COMPLETED':
    case 'CHECKOUT.ORDER.VOIDED':
      return { ask: { pageRef: read(Order, resource).id } }
    case 'CHECKOUT.PAYMENT-APPROVAL.REVERSED':
      return { ask: { pageRef: read(OrderApproval, resource).order_id } }
    case 'PAYMENT.CAPTURE.COMPLETED':
      return { ask: { paymentRef: read(Capture, resource).id } }
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
    default:
      return 'nothing'
  }
}

function unpaid({ id, custom_id: customId, invoice_id: invoiceId }: Static<typeof Capture>): Facts {
  return { ...nothingPaid({ customId, invoiceId }), paymentRef: id }
}

function refunded(refund: Static<typeof Refund>): Notice['tells'] {
  const total = totalRefunded(refund)
  if (total === undefined) return { ask: { paymentRef: refundedCapture(refund) } }
  return { facts: { ...refundFacts(refund), refundedMinor: total } }
}

/** The bank or PayPal took the money back. Nobody who asks is told of that, so it is said here even without a total. */
function reversed(refund: Static<typeof Refund>): Notice['tells'] {
  const refundedMinor = totalRefunded(refund) ?? minorOf(refund.amount) ?? 0
  return { facts: { ...refundFacts(refund), refundedMinor, dispute: 'lost' } }
}

function refundFacts(refund: Static<typeof Refund>): Facts {
  const { custom_id: customId, invoice_id: invoiceId } = refund
  return { ...nothingPaid({ customId, invoiceId }), paymentRef: refundedCapture(refund) }
}

function disputed({ disputed_transactions: [first], dispute_outcome: outcome }: Static<typeof DisputeCase>): Facts {
  return {
    ...nothingPaid({ customId: first?.custom, invoiceId: first?.invoice_number }),
    paymentRef: first?.seller_transaction_id ?? null,
    dispute: OUTCOMES.get(outcome?.outcome_code ?? '') ?? 'open',
  }
}

function refundedCapture({ links }: Static<typeof Refund>): string {
  const captureId = captureOf(links)
  if (captureId === undefined) throw unreadable()
  return captureId
}

function totalRefunded({ amount, seller_payable_breakdown: breakdown }: Static<typeof Refund>): number | undefined {
  const total = breakdown?.total_refunded_amount
  return total?.currency_code === amount.currency_code ? minorOf(total) : undefined
}

/** What is taken back may be written as less than nothing. */
function minorOf({ currency_code, value }: Static<typeof Amount>): number | undefined {
  return fromPaypalMoney({ currencyCode: currency_code, value: value.replace(/^-/, '') })?.amountMinor
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    throw new AppError('malformed_json', 'The callback is not JSON')
  }
}

function read<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  if (!Value.Check(schema, value)) throw unreadable()
  return value
}

function unreadable(): AppError {
  return new AppError('invalid_request', 'The callback does not say what one of its kind must say')
}
