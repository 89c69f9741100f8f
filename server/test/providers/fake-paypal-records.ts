import { randomBytes } from 'node:crypto'
import { paypalDecimal, paypalMinor, type WireMoney } from './fake-paypal-money.ts'
import type { PaymentRecord } from './fake-provider.ts'
import { paypalProblem } from './fake-paypal-problem.ts'

export type FakeUnit = { custom_id?: string; invoice_id?: string; amount: WireMoney; items?: object[] }
export type FakeOrder = {
  id: string
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  unit: FakeUnit
  callbackUrl: string | undefined
  returnUrl: string
  cancelUrl: string
  /** Whether the next capture is declined. */
  isDeclined: boolean
  /** Whether captures stay pending, as with an eCheck. */
  isHeld: boolean
  updates: number
  captureId: string | undefined
  refunds: { id: string; minor: number; at: number }[]
  /** Actions of the buyer and the owner that wait for the payment. */
  afterCapture: (() => void)[]
}

type Emit = (order: FakeOrder, kind: string, resource: object) => void

/** Orders with their captures and refunds. The resource functions return the wire format. */
export function createPaypalRecords({ origin, emit }: { origin: () => string; emit: Emit }) {
  const orders = new Map<string, FakeOrder>()
  const staleOrders = new Set<string>()

  function find(id: string): FakeOrder {
    const order = orders.get(id)
    if (!order) throw paypalProblem(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
    return order
  }

  /** Returns the state before the capture once, if the order was marked as stale. */
  function readOrder(id: string): FakeOrder {
    const order = find(id)
    return staleOrders.delete(id) ? { ...order, status: 'APPROVED', captureId: undefined } : order
  }

  function byCapture(captureId: string): FakeOrder {
    const order = [...orders.values()].find((candidate) => candidate.captureId === captureId)
    if (!order) throw paypalProblem(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
    return order
  }

  type Place = Pick<FakeOrder, 'callbackUrl' | 'returnUrl' | 'cancelUrl'>

  function open(unit: FakeUnit, place: Place): FakeOrder {
    const order: FakeOrder = {
      id: newPaypalId(),
      status: 'PAYER_ACTION_REQUIRED',
      unit,
      ...place,
      isDeclined: false,
      isHeld: false,
      updates: 0,
      captureId: undefined,
      refunds: [],
      afterCapture: [],
    }
    orders.set(order.id, order)
    return order
  }

  function approve(order: FakeOrder): void {
    if (order.captureId !== undefined) throw new Error('This order is already paid')
    order.status = 'APPROVED'
    order.updates++
    emit(order, 'CHECKOUT.ORDER.APPROVED', orderResource(order))
  }

  function capture(order: FakeOrder): void {
    if (order.captureId !== undefined) throw paypalProblem(422, 'UNPROCESSABLE_ENTITY', 'ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') throw paypalProblem(422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED')
    const { invoice_id: invoice } = order.unit
    const paid = [...orders.values()].some(
      ({ captureId, unit }) => captureId !== undefined && unit.invoice_id === invoice,
    )
    if (paid) throw paypalProblem(422, 'UNPROCESSABLE_ENTITY', 'DUPLICATE_INVOICE_ID')
    if (order.isDeclined) {
      order.isDeclined = false
      order.status = 'PAYER_ACTION_REQUIRED'
      throw paypalProblem(422, 'UNPROCESSABLE_ENTITY', 'INSTRUMENT_DECLINED')
    }
    order.captureId = newPaypalId()
    order.status = 'COMPLETED'
    emit(order, `PAYMENT.CAPTURE.${order.isHeld ? 'PENDING' : 'COMPLETED'}`, captureResource(order))
    for (const act of order.afterCapture.splice(0)) act()
  }

  const refundedMinor = ({ refunds }: FakeOrder) => refunds.reduce((sum, { minor }) => sum + minor, 0)
  const paidMinor = ({ unit }: FakeOrder) => paypalMinor(unit.amount)

  function refund(order: FakeOrder, minor = paidMinor(order) - refundedMinor(order)): object {
    const left = paidMinor(order) - refundedMinor(order)
    if (left === 0) throw paypalProblem(422, 'UNPROCESSABLE_ENTITY', 'CAPTURE_FULLY_REFUNDED')
    if (minor > left) throw paypalProblem(422, 'UNPROCESSABLE_ENTITY', 'REFUND_AMOUNT_EXCEEDED')
    order.refunds.push({ id: newPaypalId(), minor, at: refundedMinor(order) + minor })
    const [refundCreated] = refundResources(order).slice(-1)
    emit(order, 'PAYMENT.CAPTURE.REFUNDED', refundCreated ?? {})
    return refundCreated ?? {}
  }

  function captureResource(order: FakeOrder) {
    const refunded = refundedMinor(order)
    const status = refunded === 0 ? 'COMPLETED' : refunded < paidMinor(order) ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
    const { custom_id, invoice_id, amount } = order.unit
    return {
      id: order.captureId,
      status: order.isHeld ? 'PENDING' : status,
      amount,
      custom_id,
      invoice_id,
      final_capture: true,
      supplementary_data: { related_ids: { order_id: order.id } },
      links: [link('self', `/v2/payments/captures/${order.captureId}`), link('up', `/v2/checkout/orders/${order.id}`)],
    }
  }

  function refundResources(order: FakeOrder) {
    const { currency_code } = order.unit.amount
    const money = (minor: number) => ({ currency_code, value: paypalDecimal(minor, currency_code) })
    return order.refunds.map(({ id, minor, at }) => ({
      id,
      status: 'COMPLETED',
      amount: money(minor),
      seller_payable_breakdown: { gross_amount: money(minor), total_refunded_amount: money(at) },
      links: [link('self', `/v2/payments/refunds/${id}`), link('up', `/v2/payments/captures/${order.captureId}`)],
    }))
  }

  function orderResource(order: FakeOrder) {
    const { supplementary_data: _, ...captured } = captureResource(order)
    const payments = { captures: [captured], refunds: refundResources(order) }
    return {
      id: order.id,
      intent: 'CAPTURE',
      status: order.status,
      update_time: new Date(1_800_000_000_000 + order.updates * 1000).toISOString(),
      purchase_units: [{ reference_id: 'default', ...order.unit, ...(order.captureId !== undefined && { payments }) }],
      links: [
        link('self', `/v2/checkout/orders/${order.id}`),
        link('payer-action', `/checkoutnow?token=${order.id}`, origin().replace('//api.', '//www.')),
      ],
    }
  }

  const list = (): PaymentRecord[] =>
    [...orders.values()]
      .filter(({ captureId, isHeld }) => captureId !== undefined && !isHeld)
      .map((order) => ({
        id: order.captureId ?? '',
        reference: order.unit.custom_id ?? null,
        currency: order.unit.amount.currency_code,
        paidMinor: paidMinor(order),
        refundedMinor: refundedMinor(order),
        returnUrl: order.returnUrl,
      }))

  const link = (rel: string, path: string, from = origin()) => ({ rel, href: `${from}${path}`, method: 'GET' })

  return {
    find,
    list,
    readOrder,
    serveStaleOrder: (id: string) => void staleOrders.add(id),
    byCapture,
    open,
    approve,
    capture,
    refund,
    refundedMinor,
    orderResource,
    captureResource,
    link,
    forget: (id: string) => void orders.delete(id),
  }
}

export function newPaypalId(): string {
  return randomBytes(9).toString('hex').toUpperCase().slice(0, 17)
}
