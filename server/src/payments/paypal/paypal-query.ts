import type { CapturedPayment, Order } from '@paypal/paypal-server-sdk'
import type { PaypalCall } from './paypal-request.ts'
import { captureFacts, unpaidFacts, orderFacts } from './paypal-facts.ts'
import { PaypalError } from './paypal-error.ts'
import type { ClosablePage, Facts, PaymentRefs } from '../provider.ts'

/** Problems of the buyer. The order stays unpaid, and no error is reported to the store. */
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

/** Captures the order first if the buyer has approved it. */
export async function queryPaypalPayment(
  call: PaypalCall,
  { pageRef, paymentRef, isClosed = false }: PaymentRefs,
): Promise<Facts | undefined> {
  const order = pageRef === undefined ? undefined : await getOrder(call, pageRef)
  if (order) return orderFacts(isClosed ? order : await captureIfApproved(call, order))
  if (paymentRef !== undefined) return queryCapture(call, paymentRef)
  // PayPal deletes an unpaid order after some hours and sends no callback about it.
  return pageRef === undefined ? undefined : { ...unpaidFacts({}), closed: true }
}

/** An order that nobody captures is never paid. A subscription needs no capture, and PayPal cancels none that is not approved. */
export async function closePaypalPage(call: PaypalCall, { pageRef, isSubscription }: ClosablePage): Promise<boolean> {
  if (isSubscription) return false
  return String((await getOrder(call, pageRef))?.status) !== 'COMPLETED'
}

async function captureIfApproved(call: PaypalCall, order: Order & { id: string }): Promise<Order> {
  const { id } = order
  if (String(order.status) !== 'APPROVED') return order
  // Retries share this id. It changes when a buyer approves the order again after a decline.
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

async function queryCapture(call: PaypalCall, captureId: string): Promise<Facts | undefined> {
  const capture = await undefinedIfMissing(
    call(({ payments }, limits) => payments.getCapturedPayment({ captureId }, limits)),
  )
  if (!capture) return undefined
  // Only the order lists the refunds.
  const orderId = orderIdOf(capture)
  const order = orderId === undefined ? undefined : await getOrder(call, orderId)
  const facts = order && orderFacts(order)
  return facts?.paymentRef === captureId ? facts : captureFacts(capture)
}

function orderIdOf({ supplementaryData, links }: CapturedPayment): string | undefined {
  const href = links?.find(({ rel }) => rel === 'up')?.href ?? ''
  return supplementaryData?.relatedIds?.orderId ?? /\/orders\/([A-Za-z0-9-]+)$/.exec(href)?.[1]
}

async function getOrder(call: PaypalCall, id: string): Promise<(Order & { id: string }) | undefined> {
  const order = await undefinedIfMissing(call(({ orders }, limits) => orders.getOrder({ id }, limits)))
  return order && { ...order, id }
}

async function undefinedIfMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    if (error instanceof PaypalError && error.httpStatus === 404) return undefined
    throw error
  })
}
