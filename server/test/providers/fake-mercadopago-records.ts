import { randomUUID } from 'node:crypto'
import { parsePrice, toDecimal } from '../../src/money.ts'
import type { PaymentRecord } from './fake-provider.ts'

type Item = { title: string; quantity: number; unit_price: number; currency_id: string }

/** The fields of the request that the fake uses. */
export type PreferenceRequest = {
  items: Item[]
  external_reference?: string
  metadata?: Record<string, unknown>
  notification_url: string
  back_urls?: Record<string, string>
  expires?: boolean
  expiration_date_to?: string
}

export type Preference = PreferenceRequest & { id: string; init_point: string; collector_id: number }

export type Payment = {
  id: number
  preference: Preference
  reference: string
  status: string
  statusDetail: string
  createdAt: Date
  approvedAt: Date | null
  currency: string
  amountMinor: number
  refundedMinor: number
  liveMode: boolean
}

export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export type MercadopagoRecords = ReturnType<typeof createMercadopagoRecords>

/** The preferences, payments and chargebacks of one MercadoPago account. */
export function createMercadopagoRecords({ liveMode }: { liveMode: boolean }) {
  const preferences = new Map<string, Preference>()
  const payments = new Map<number, Payment>()
  const chargebacks = new Map<string, Payment>()
  let lastPaymentId = 1_320_000_000
  let lastTime = Date.now()

  /** Every time is unique, so that tests can compare dates. */
  const nextTime = () => new Date((lastTime = Math.max(lastTime + 1, Date.now())))

  return {
    preferences,
    payments,
    chargebacks,
    nextTime,

    openPaymentPage(request: PreferenceRequest): Preference {
      const [first] = request.items
      if (!first) throw new Refusal(400, 'items needed')
      for (const { unit_price, quantity, currency_id } of request.items) {
        if (!(unit_price > 0) || !(quantity > 0)) throw new Refusal(400, 'unit_price invalid')
        if (currency_id !== first.currency_id) throw new Refusal(400, 'currency_id invalid')
        requireWholeUnits(unit_price, currency_id)
      }
      const id = `77120099-${randomUUID()}`
      const init_point = `https://www.mercadopago.com.br/checkout/v1/redirect?pref_id=${id}`
      const metadata = Object.entries(request.metadata ?? {}).map(([name, value]) => [snakeCase(name), value])
      const preference = { ...request, metadata: Object.fromEntries(metadata), id, init_point, collector_id: 77120099 }
      preferences.set(id, preference)
      return preference
    },

    page(id: string): Preference {
      const found = preferences.get(id)
      if (!found) throw new Refusal(404, 'preference_id not found')
      return found
    },

    payment(id: string): Payment {
      const found = payments.get(Number(id))
      if (!found) throw new Refusal(404, 'Payment not found')
      return found
    },

    findPaymentsByReference: (pageRef: string) =>
      [...payments.values()].filter(({ preference }) => preference.id === pageRef),

    startPayment(preference: Preference, change: { amountMinor?: number; currency?: string } = {}): Payment {
      const currency = change.currency ?? preference.items[0]?.currency_id ?? ''
      const payment = {
        id: ++lastPaymentId,
        preference,
        reference: preference.external_reference ?? '',
        status: 'pending',
        statusDetail: 'pending_waiting_transfer',
        createdAt: nextTime(),
        approvedAt: null,
        currency,
        amountMinor: change.amountMinor ?? totalMinor(preference),
        refundedMinor: 0,
        liveMode,
      }
      payments.set(payment.id, payment)
      return payment
    },

    list: (): PaymentRecord[] =>
      [...payments.values()]
        .filter(({ approvedAt }) => approvedAt !== null)
        .map(({ id, reference, currency, amountMinor: paidMinor, refundedMinor, preference }) => {
          const returnUrl = preference.back_urls?.['success'] ?? null
          return { id: String(id), reference, currency, paidMinor, refundedMinor, returnUrl }
        }),

    refund(payment: Payment, amountMinor = payment.amountMinor - payment.refundedMinor): void {
      const left = payment.amountMinor - payment.refundedMinor
      if (payment.approvedAt === null || left === 0) throw new Refusal(400, 'The payment cannot be refunded now')
      if (amountMinor <= 0 || amountMinor > left) throw new Refusal(400, 'Invalid refund amount')
      payment.refundedMinor += amountMinor
      const all = payment.refundedMinor === payment.amountMinor
      payment.status = all ? 'refunded' : payment.status
      payment.statusDetail = all ? 'refunded' : 'partially_refunded'
    },
  }
}

/** Does not use the table of the adapter, so that a mistake there is found. */
export function requireWholeUnits(amount: number, currency: string): void {
  if (['CLP', 'COP', 'HNL', 'NIO'].includes(currency) && !Number.isInteger(amount)) {
    throw new Refusal(400, `${currency} must be a whole number`)
  }
}

function totalMinor({ items }: PreferenceRequest): number {
  return items.reduce((sum, item) => sum + parsePrice(String(item.unit_price), item.currency_id) * item.quantity, 0)
}

export function toWirePayment(payment: Payment) {
  const { preference, currency } = payment
  return {
    id: payment.id,
    status: payment.status,
    status_detail: payment.statusDetail,
    date_created: toWireDate(payment.createdAt),
    date_approved: payment.approvedAt && toWireDate(payment.approvedAt),
    operation_type: 'regular_payment',
    currency_id: currency,
    transaction_amount: toDecimal(payment.amountMinor, currency),
    transaction_amount_refunded: toDecimal(payment.refundedMinor, currency),
    external_reference: payment.reference,
    metadata: preference.metadata,
    collector_id: preference.collector_id,
    live_mode: payment.liveMode,
  }
}

/** MercadoPago uses the time zone -04:00. */
function toWireDate(date: Date): string {
  return new Date(date.getTime() - 4 * 3_600_000).toISOString().replace('Z', '-04:00')
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
