import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { BillingPeriod } from '../../catalog/billing-period.ts'
import { AppError } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import type { PaymentPage, PaymentPageRequest } from '../provider.ts'
import { PaypalError } from './paypal-error.ts'
import { modeOfLinks, orderReferences } from './paypal-facts.ts'
import { toPaypalMoney } from './paypal-money.ts'
import { shorten } from './paypal-order.ts'
import type { PaypalCall } from './paypal-request.ts'

export const Links = Type.Array(Type.Object({ rel: Type.String(), href: Type.String() }))
const Created = Type.Object({ id: Type.String({ minLength: 1 }), links: Type.Optional(Links) })

const FREQUENCIES: Record<BillingPeriod, { interval_unit: string; interval_count: number }> = {
  P1W: { interval_unit: 'WEEK', interval_count: 1 },
  P1M: { interval_unit: 'MONTH', interval_count: 1 },
  P3M: { interval_unit: 'MONTH', interval_count: 3 },
  P1Y: { interval_unit: 'YEAR', interval_count: 1 },
}

/** The request ids come from the checkout, so repeating it gives the same page. The id of the page is that of the subscription. */
export async function openPaypalSubscription(
  call: PaypalCall,
  request: PaymentPageRequest,
  billingPeriod: BillingPeriod,
): Promise<PaymentPage> {
  const checkout = formatId('chk', request.checkoutId)
  const plan = planRequest(request, billingPeriod)
  await createProduct(call, request)
  const { id: planId } = requireAnswer(Created, await call(post('/v1/billing/plans', plan, `plan-${checkout}`)))
  const { invoiceId } = orderReferences(request)
  const content = {
    plan_id: planId,
    custom_id: invoiceId,
    application_context: {
      brand_name: shorten(request.storeName),
      user_action: 'SUBSCRIBE_NOW',
      shipping_preference: 'NO_SHIPPING',
      payment_method: { payee_preferred: 'IMMEDIATE_PAYMENT_REQUIRED' },
      return_url: request.returnUrl,
      cancel_url: request.cancelUrl,
    },
  }
  const answer = await call(post('/v1/billing/subscriptions', content, `subscribe-${checkout}`))
  const { id, links } = requireAnswer(Created, answer)
  const link = links?.find(({ rel }) => rel === 'approve')
  if (!link) throw new AppError('provider_refused', 'PayPal returned a subscription without a payment page')
  return { pageRef: id, pageUrl: link.href, mode: modeOfLinks(links) }
}

/** PayPal wants a product for each plan. One is enough for a store. */
async function createProduct(call: PaypalCall, { storeId, storeName }: PaymentPageRequest): Promise<void> {
  const product = { id: productId({ storeId }), name: shorten(storeName), type: 'DIGITAL' }
  try {
    await call(post('/v1/catalogs/products', product))
  } catch (error) {
    if (error instanceof PaypalError && error.issue === 'DUPLICATE_RESOURCE_IDENTIFIER') return
    throw error
  }
}

function planRequest(request: PaymentPageRequest, billingPeriod: BillingPeriod): object {
  const { storeId, storeName, lines, currency, totalMinor, renewalMinor } = request
  const price = (minor: number) => {
    const money = toPaypalMoney(minor, currency)
    if (!money) throw new AppError('not_payable', `PayPal cannot charge ${minor} minor units of ${currency}`)
    return { pricing_scheme: { fixed_price: { currency_code: money.currencyCode, value: money.value } } }
  }
  const frequency = FREQUENCIES[billingPeriod]
  const first =
    renewalMinor === null
      ? []
      : [{ frequency, tenure_type: 'TRIAL', sequence: 1, total_cycles: 1, ...price(totalMinor) }]
  return {
    product_id: productId({ storeId }),
    name: shorten(lines[0]?.name ?? storeName),
    status: 'ACTIVE',
    billing_cycles: [
      ...first,
      {
        frequency,
        tenure_type: 'REGULAR',
        sequence: first.length + 1,
        total_cycles: 0,
        ...price(renewalMinor ?? totalMinor),
      },
    ],
    // Otherwise a period that was not paid would be added to the next payment.
    payment_preferences: { auto_bill_outstanding: false },
  }
}

function productId({ storeId }: Pick<PaymentPageRequest, 'storeId'>): string {
  return formatId('sto', storeId)
}

export function post(path: string, content: object, requestId?: string): Parameters<PaypalCall>[0] {
  return ({ rest }, limits) => rest.send({ method: 'POST', path, content, requestId }, limits)
}

export function requireAnswer<T extends TSchema>(schema: T, answer: unknown): Static<T> {
  if (Value.Check(schema, answer)) return answer
  throw new AppError('provider_unavailable', 'The answer of PayPal is malformed')
}
