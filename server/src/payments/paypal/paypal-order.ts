import {
  CheckoutPaymentIntent,
  ItemCategory,
  type OrderRequest,
  PayeePaymentMethodPreference,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
} from '@paypal/paypal-server-sdk'
import { AppError } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import type { PaypalCall } from './paypal-request.ts'
import { writeOn } from './paypal-facts.ts'
import { toPaypalMoney } from './paypal-money.ts'
import type { Page, PageOrder } from '../provider.ts'

const LONGEST_NAME = 127

/** The order is only an offer: the buyer approves it on PayPal's page, and we take the money when we hear of that. */
export async function openOrder(call: PaypalCall, page: PageOrder): Promise<Page> {
  const body = orderRequest(page)
  const paypalRequestId = `open-${formatId('chk', page.checkoutId)}`
  const { id, links } = await call(({ orders }, limits) => orders.createOrder({ body, paypalRequestId }, limits))
  const link = links?.find(({ rel }) => rel === 'payer-action') ?? links?.find(({ rel }) => rel === 'approve')
  if (id === undefined || link === undefined) {
    throw new AppError('provider_refused', 'PayPal made an order without a page to pay it on')
  }
  return { pageRef: id, pageUrl: link.href }
}

function orderRequest(page: PageOrder): OrderRequest {
  const { currency, totalMinor, lines } = page
  const total = toPaypalMoney(totalMinor, currency)
  if (!total) {
    throw new AppError('not_payable', `PayPal cannot take ${totalMinor} of the smallest unit of ${currency}`)
  }
  const items = itemsOf(page)
  const sumMinor = lines.reduce((sum, { quantity, priceMinor }) => sum + quantity * priceMinor, 0)
  // PayPal refuses lines that do not add up, and a payment matters more than its list.
  const listed = sumMinor === totalMinor && items.length > 0 && items.length === lines.length
  return {
    intent: CheckoutPaymentIntent.Capture,
    purchaseUnits: [
      {
        ...writeOn(page),
        amount: { ...total, ...(listed && { breakdown: { itemTotal: total } }) },
        ...(listed && { items }),
      },
    ],
    paymentSource: {
      paypal: {
        experienceContext: {
          brandName: shortened(page.storeName),
          returnUrl: page.returnUrl,
          cancelUrl: page.cancelUrl,
          userAction: PaypalExperienceUserAction.PayNow,
          shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
          // A player waits in the game: no cheques that clear in a week.
          paymentMethodPreference: PayeePaymentMethodPreference.ImmediatePaymentRequired,
        },
      },
    },
  }
}

/** Without the lines that PayPal cannot say, such as two of half a forint. */
function itemsOf({ lines, currency }: PageOrder) {
  return lines.flatMap(({ name, quantity, priceMinor }) => {
    const unitAmount = toPaypalMoney(priceMinor, currency)
    if (!unitAmount) return []
    return [{ name: shortened(name), quantity: String(quantity), unitAmount, category: ItemCategory.DigitalGoods }]
  })
}

/** By code points, so that no character is cut in two. */
function shortened(text: string): string {
  return [...text].slice(0, LONGEST_NAME).join('')
}
