import type { Stripe } from 'stripe'
import { AppError } from '../../errors.ts'
import { createdAtMs, formatId } from '../../ids.ts'
import type { PaymentPage, PaymentPageRequest } from '../provider.ts'
import { toStripeAmount } from './stripe-amount.ts'
import { callStripe } from './call-stripe.ts'
import { modeOfLivemode } from './stripe-facts.ts'
import { requireSubscriptionAccess } from './stripe-subscriptions.ts'

/** All parameters are derived from the checkout, so the idempotency key returns the same page when it is repeated. */
export async function openStripePage(stripe: Stripe, request: PaymentPageRequest): Promise<PaymentPage> {
  if (request.billingPeriod) await requireSubscriptionAccess(stripe)
  const coupon = request.renewalMinor === null ? undefined : await createCoupon(stripe, request)
  const metadata = { storeId: formatId('sto', request.storeId), checkoutId: formatId('chk', request.checkoutId) }
  const { id, url, livemode } = await callStripe(() =>
    stripe.checkout.sessions.create(
      {
        ...(request.billingPeriod
          ? { mode: 'subscription', subscription_data: { metadata, description: request.storeName } }
          : { mode: 'payment', payment_intent_data: { metadata, description: request.storeName } }),
        line_items: lineItems(ofEveryPeriod(request)),
        ...(coupon !== undefined && { discounts: [{ coupon }] }),
        client_reference_id: metadata.checkoutId,
        metadata,
        // The buyer must pay in the currency of the store, because the paid amount is compared.
        adaptive_pricing: { enabled: false },
        expires_at: expiryOf(request),
        success_url: request.returnUrl,
        cancel_url: request.cancelUrl,
      },
      { idempotencyKey: `page ${metadata.checkoutId}` },
    ),
  )
  if (!url) throw new AppError('not_payable', 'The payment page of this checkout has expired. Start a new checkout.')
  return { pageRef: id, pageUrl: url, mode: modeOfLivemode(livemode) }
}

/** The price of the later periods. A coupon of Stripe reduces the first one. */
function ofEveryPeriod(request: PaymentPageRequest): PaymentPageRequest {
  const { renewalMinor, lines, storeName } = request
  if (renewalMinor === null) return request
  const line = { name: lines[0]?.name ?? storeName, quantity: 1, priceMinor: renewalMinor }
  return { ...request, totalMinor: renewalMinor, lines: [line] }
}

async function createCoupon(
  stripe: Stripe,
  { checkoutId, currency, totalMinor, renewalMinor }: PaymentPageRequest,
): Promise<string> {
  const amount = toStripeAmount((renewalMinor ?? 0) - totalMinor, currency)
  if (amount === undefined) throw new AppError('not_payable', `Stripe cannot reduce the first period in ${currency}`)
  const id = formatId('chk', checkoutId)
  const coupon = { amount_off: amount, currency: currency.toLowerCase(), max_redemptions: 1, name: id }
  const created = await callStripe(() =>
    stripe.coupons.create({ ...coupon, duration: 'once' }, { idempotencyKey: `coupon ${id}` }),
  )
  return created.id
}

/** Stripe refuses to expire a session that has expired or was paid. */
export async function closeStripePage(stripe: Stripe, pageRef: string): Promise<boolean> {
  const { sessions } = stripe.checkout
  try {
    const { status } = await callStripe(() => sessions.expire(pageRef))
    return status === 'expired'
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'provider_refused') throw error
    const { status } = await callStripe(() => sessions.retrieve(pageRef))
    return status === 'expired'
  }
}

const INTERVALS = {
  P1W: { interval: 'week', interval_count: 1 },
  P1M: { interval: 'month', interval_count: 1 },
  P3M: { interval: 'month', interval_count: 3 },
  P1Y: { interval: 'year', interval_count: 1 },
} as const
const MAX_LINES = 100
const MAX_NAME_LENGTH = 250

/** One item per line if Stripe can represent every price, otherwise one item with the exact total. */
function lineItems({
  lines,
  storeName,
  currency,
  totalMinor,
  billingPeriod,
}: PaymentPageRequest): Stripe.Checkout.SessionCreateParams.LineItem[] {
  const total = toStripeAmount(totalMinor, currency)
  if (total === undefined) {
    throw new AppError('not_payable', `Stripe cannot charge ${totalMinor} minor units of ${currency}`)
  }
  const items = lines.map(({ name, quantity, priceMinor }) => ({
    name,
    quantity,
    amount: toStripeAmount(priceMinor, currency) ?? Number.NaN,
  }))
  const sum = items.reduce((all, { quantity, amount }) => all + quantity * amount, 0)
  const isExact = sum === total && items.length <= MAX_LINES
  return (isExact ? items : [{ name: storeName, quantity: 1, amount: total }]).map(({ name, quantity, amount }) => ({
    quantity,
    price_data: {
      currency: currency.toLowerCase(),
      unit_amount: amount,
      product_data: { name: [...name].slice(0, MAX_NAME_LENGTH).join('') },
      ...(billingPeriod && { recurring: INTERVALS[billingPeriod] }),
    },
  }))
}

const MIN_EXPIRY_MS = 35 * 60_000
const MAX_EXPIRY_MS = (24 * 60 - 5) * 60_000

/**
 * Stripe accepts 30 minutes to 24 hours from now. The limits are counted from the creation of the checkout, because the
 * expiry must not change when the request is repeated with the same idempotency key.
 */
function expiryOf({ checkoutId, expiresAt }: PaymentPageRequest): number {
  const createdAt = createdAtMs(checkoutId)
  return Math.floor(
    Math.min(Math.max(expiresAt.getTime(), createdAt + MIN_EXPIRY_MS), createdAt + MAX_EXPIRY_MS) / 1000,
  )
}
