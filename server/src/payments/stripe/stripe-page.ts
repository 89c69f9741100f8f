import type { Stripe } from 'stripe'
import { AppError } from '../../errors.ts'
import { type CheckoutId, formatId } from '../../ids.ts'
import type { Page, PageOrder } from '../provider.ts'
import { toStripeAmount } from './stripe-amount.ts'
import { callStripe } from './stripe-failure.ts'

/** The same checkout always asks with the same words, so that the idempotency key gives the same page again. */
export async function openStripePage(stripe: Stripe, order: PageOrder): Promise<Page> {
  const metadata = { storeId: formatId('sto', order.storeId), checkoutId: formatId('chk', order.checkoutId) }
  const { id, url } = await callStripe(() =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: lineItems(order),
        client_reference_id: metadata.checkoutId,
        metadata,
        payment_intent_data: { metadata, description: order.storeName },
        // The buyer pays in the currency of the store, or what comes back could not be compared.
        adaptive_pricing: { enabled: false },
        expires_at: expiryOf(order),
        success_url: order.returnUrl,
        cancel_url: order.cancelUrl,
      },
      { idempotencyKey: `page ${metadata.checkoutId}` },
    ),
  )
  if (!url) throw new AppError('not_payable', 'The page of this checkout can no longer be paid')
  return { pageRef: id, pageUrl: url }
}

const MOST_LINES = 100
const MOST_CHARACTERS = 250

/** One item for each line where Stripe can say it so, and else one for all: the total must be exact. */
function lineItems({
  lines,
  storeName,
  currency,
  totalMinor,
}: PageOrder): Stripe.Checkout.SessionCreateParams.LineItem[] {
  const total = toStripeAmount(totalMinor, currency)
  if (total === undefined) {
    throw new AppError('not_payable', `Stripe cannot take ${totalMinor} of the smallest unit of ${currency}`)
  }
  const items = lines.map(({ name, quantity, priceMinor }) => ({
    name,
    quantity,
    amount: toStripeAmount(priceMinor, currency) ?? Number.NaN,
  }))
  const sum = items.reduce((all, { quantity, amount }) => all + quantity * amount, 0)
  const exact = sum === total && items.length <= MOST_LINES
  return (exact ? items : [{ name: storeName, quantity: 1, amount: total }]).map(({ name, quantity, amount }) => ({
    quantity,
    price_data: {
      currency: currency.toLowerCase(),
      unit_amount: amount,
      product_data: { name: [...name].slice(0, MOST_CHARACTERS).join('') },
    },
  }))
}

const LEAST_MS = 35 * 60_000
const MOST_MS = (24 * 60 - 5) * 60_000

/**
 * Stripe wants 30 minutes to 24 hours from now. Counted from the birth of the checkout instead, which its id carries:
 * with an expiry that moves, asking again would be another request under the same key.
 */
function expiryOf({ checkoutId, expiresAt }: PageOrder): number {
  const born = bornAt(checkoutId)
  return Math.floor(Math.min(Math.max(expiresAt.getTime(), born + LEAST_MS), born + MOST_MS) / 1000)
}

function bornAt(id: CheckoutId): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}
