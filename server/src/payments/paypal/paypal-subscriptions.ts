import { type Static, Type } from 'typebox'
import { AppError } from '../../errors.ts'
import { parseId } from '../../ids.ts'
import { chargeTime } from '../subscriptions/charge-time.ts'
import { type Facts, NO_FACTS, type ProviderSubscriptions, type SubscriptionRefs } from '../provider.ts'
import type { SubscriptionReport } from '../provider.ts'
import { PaypalError } from './paypal-error.ts'
import { modeOfLinks } from './paypal-facts.ts'
import { fromPaypalMoney } from './paypal-money.ts'
import type { PaypalCall } from './paypal-request.ts'
import { Links, post, requireAnswer } from './paypal-subscribe.ts'

const Time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT' })
const Money = Type.Object({ currency_code: Type.String(), value: Type.String() })
const Frequency = Type.Object({ interval_unit: Type.String() })

const Subscription = Type.Object({
  id: Type.String(),
  status: Type.String(),
  start_time: Time,
  custom_id: Type.Optional(Type.String()),
  billing_info: Type.Optional(Type.Object({ last_failed_payment: Type.Optional(Type.Object({ time: Time })) })),
  plan: Type.Optional(
    Type.Object({ billing_cycles: Type.Optional(Type.Array(Type.Object({ frequency: Frequency }))) }),
  ),
  links: Type.Optional(Links),
})

const Transaction = Type.Object({
  id: Type.String(),
  status: Type.String(),
  time: Time,
  amount_with_breakdown: Type.Object({ gross_amount: Money }),
})
const Transactions = Type.Object({ transactions: Type.Optional(Type.Array(Transaction)) })

/** PayPal calls the payment of a subscription a sale. */
const Sale = Type.Object({
  id: Type.String(),
  state: Type.String(),
  create_time: Time,
  amount: Type.Object({ total: Type.String(), currency: Type.String() }),
  billing_agreement_id: Type.Optional(Type.String()),
})

type Charge = { id: string; status: string; time: string; money: { currency_code: string; value: string } }

const PAID = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])
const FAILED = new Set(['DECLINED', 'DENIED', 'FAILED'])
const ENDED = new Set(['CANCELLED', 'EXPIRED'])
const DAY_MS = 86_400_000
/** A year of charges is enough. */
const MAX_AGE_MS = 400 * DAY_MS

export function paypalSubscriptions(call: PaypalCall): ProviderSubscriptions {
  return {
    query: (refs) => query(call, refs),
    async stop(ref) {
      try {
        await call(post(`/v1/billing/subscriptions/${encodeURIComponent(ref)}/cancel`, { reason: 'Cancelled' }))
      } catch (error) {
        // PayPal refuses to cancel a second time.
        if (!(error instanceof PaypalError)) throw error
        const subscription = await findSubscription(call, ref)
        if (!subscription || !ENDED.has(subscription.status)) throw error
      }
    },
  }
}

async function query(
  call: PaypalCall,
  { subscriptionRef, pageRef, paymentRef }: SubscriptionRefs,
): Promise<SubscriptionReport | undefined> {
  // The list of payments is delayed, so a payment whose id is known is read directly.
  const sale = paymentRef === undefined ? undefined : await findSale(call, paymentRef)
  const ref = subscriptionRef ?? pageRef ?? sale?.billing_agreement_id
  const subscription = ref === undefined ? undefined : await findSubscription(call, ref)
  if (!subscription || subscription.status === 'APPROVAL_PENDING') return undefined
  const [storeId = '', checkoutId = ''] = subscription.custom_id?.split('.') ?? []
  // Other software may use the same PayPal account.
  if (!parseId('sto', storeId) || !parseId('chk', checkoutId)) return undefined
  const charges = await listCharges(call, subscription)
  if (sale && sale.billing_agreement_id === subscription.id && !charges.some(({ id }) => id === sale.id)) {
    const { total: value, currency: currency_code } = sale.amount
    charges.push({
      id: sale.id,
      status: sale.state.toUpperCase(),
      time: sale.create_time,
      money: { currency_code, value },
    })
  }
  const invoices = readInvoices(subscription, charges)
  return {
    storeId,
    checkoutId,
    mode: modeOfLinks(subscription.links),
    subscriptionRef: subscription.id,
    startedAt: invoices.some(({ facts }) => facts.paid) ? new Date(subscription.start_time) : null,
    stopped: ENDED.has(subscription.status),
    invoices,
  }
}

async function listCharges(call: PaypalCall, { id, start_time }: Static<typeof Subscription>): Promise<Charge[]> {
  const from = Math.max(Date.parse(start_time) - DAY_MS, Date.now() - MAX_AGE_MS)
  const times = new URLSearchParams({
    start_time: new Date(from).toISOString(),
    end_time: new Date().toISOString(),
  })
  const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}/transactions?${times.toString()}`
  const answer = await call(({ rest }, limits) => rest.send({ method: 'GET', path }, limits))
  const { transactions = [] } = requireAnswer(Transactions, answer)
  return transactions.map(({ amount_with_breakdown: { gross_amount: money }, ...rest }) => ({ ...rest, money }))
}

function readInvoices(subscription: Static<typeof Subscription>, charges: Charge[]): SubscriptionReport['invoices'] {
  const startedAt = new Date(subscription.start_time)
  const isWeekly = subscription.plan?.billing_cycles?.[0]?.frequency.interval_unit === 'WEEK'
  const at = (time: string) => chargeTime(new Date(time), { startedAt, isWeekly })
  const invoices = charges
    // The list can have a line for each refund too, with a negative amount.
    .filter(({ status, money }) => (PAID.has(status) || FAILED.has(status)) && !money.value.startsWith('-'))
    .map((charge) => ({ chargedAt: at(charge.time), failed: FAILED.has(charge.status), facts: factsOf(charge) }))
  const failedAt = subscription.billing_info?.last_failed_payment?.time
  return failedAt === undefined ? invoices : [...invoices, { chargedAt: at(failedAt), failed: true, facts: NO_FACTS }]
}

/** How much of a payment was refunded in part is known from callbacks only. */
function factsOf({ id, status, money: { currency_code: currencyCode, value } }: Charge): Facts {
  if (!PAID.has(status)) return NO_FACTS
  const paid = fromPaypalMoney({ currencyCode, value })
  if (!paid) throw new AppError('provider_refused', 'PayPal reports a payment with an invalid amount')
  return { ...NO_FACTS, paymentRef: id, paid, refundedMinor: status === 'REFUNDED' ? paid.amountMinor : 0 }
}

async function findSubscription(call: PaypalCall, ref: string) {
  const path = `/v1/billing/subscriptions/${encodeURIComponent(ref)}?fields=last_failed_payment,plan`
  const answer = await find(call, path)
  return answer === undefined ? undefined : requireAnswer(Subscription, answer)
}

async function findSale(call: PaypalCall, ref: string): Promise<Static<typeof Sale> | undefined> {
  const answer = await find(call, `/v1/payments/sale/${encodeURIComponent(ref)}`)
  return answer === undefined ? undefined : requireAnswer(Sale, answer)
}

async function find(call: PaypalCall, path: string): Promise<unknown> {
  try {
    return await call(({ rest }, limits) => rest.send({ method: 'GET', path }, limits))
  } catch (error) {
    if (error instanceof PaypalError && error.httpStatus === 404) return undefined
    throw error
  }
}
