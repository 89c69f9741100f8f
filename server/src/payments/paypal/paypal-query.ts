import type { CapturedPayment, Order } from '@paypal/paypal-server-sdk'
import type { PaypalCall } from './paypal-request.ts'
import { captureFacts, nothingPaid, orderFacts } from './paypal-facts.ts'
import { PaypalError } from './paypal-error.ts'
import type { Facts, PaymentRefs } from '../provider.ts'

/** The buyer's own troubles: they leave the order unpaid, and no store owner has to hear of them. */
const NOT_PAID = new Set([
  'DUPLICATE_INVOICE_ID',
  'INSTRUMENT_DECLINED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'ORDER_NOT_APPROVED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACTION_REQUIRED',
  'PAYER_CANNOT_PAY',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'TRANSACTION_REFUSED',
])

/** Takes the money of an order that the buyer has approved, and tells what is known then. */
export async function queryPaypal(call: PaypalCall, { pageRef, paymentRef }: PaymentRefs): Promise<Facts | undefined> {
  const order = pageRef === undefined ? undefined : await getOrder(call, pageRef)
  if (order) return orderFacts(await captureWhenApproved(call, order))
  if (paymentRef !== undefined) return askForCapture(call, paymentRef)
  // PayPal forgets an order that nobody paid after some hours; there is no other sign of it.
  return pageRef === undefined ? undefined : { ...nothingPaid({}), closed: true }
}

async function captureWhenApproved(call: PaypalCall, order: Order & { id: string }): Promise<Order> {
  const { id } = order
  if (String(order.status) !== 'APPROVED') return order
  // The same for every repetition, another one when a buyer who was declined has approved once more.
  const paypalRequestId = `capture-${id}-${Date.parse(order.updateTime ?? '') || 0}`
  try {
    await call(({ orders }, limits) => orders.captureOrder({ id, paypalRequestId }, limits))
  } catch (error) {
    if (!(error instanceof PaypalError)) throw error
    const { issue } = error
    if (issue !== 'ORDER_ALREADY_CAPTURED' && !NOT_PAID.has(issue ?? '')) throw error
  }
  return (await getOrder(call, id)) ?? order
}

async function askForCapture(call: PaypalCall, captureId: string): Promise<Facts | undefined> {
  const capture = await unlessMissing(
    call(({ payments }, limits) => payments.getCapturedPayment({ captureId }, limits)),
  )
  if (!capture) return undefined
  // Only the order lists what was refunded.
  const orderId = orderOf(capture)
  const order = orderId === undefined ? undefined : await getOrder(call, orderId)
  const facts = order && orderFacts(order)
  return facts?.paymentRef === captureId ? facts : captureFacts(capture)
}

function orderOf({ supplementaryData, links }: CapturedPayment): string | undefined {
  const href = links?.find(({ rel }) => rel === 'up')?.href ?? ''
  return supplementaryData?.relatedIds?.orderId ?? /\/orders\/([A-Za-z0-9-]+)$/.exec(href)?.[1]
}

async function getOrder(call: PaypalCall, id: string): Promise<(Order & { id: string }) | undefined> {
  const order = await unlessMissing(call(({ orders }, limits) => orders.getOrder({ id }, limits)))
  return order && { ...order, id }
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    if (error instanceof PaypalError && error.httpStatus === 404) return undefined
    throw error
  })
}
