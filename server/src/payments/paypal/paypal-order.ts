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
import { modeOfLinks, orderReferences } from './paypal-facts.ts'
import { toPaypalMoney } from './paypal-money.ts'
import type { PaymentPage, PaymentPageRequest } from '../provider.ts'

const MAX_NAME_LENGTH = 127

/** The buyer approves the order on the payment page. It is captured after that, when the callback or a query reports it. */
export async function openOrder(call: PaypalCall, request: PaymentPageRequest): Promise<PaymentPage> {
  const body = orderRequest(request)
  const paypalRequestId = `open-${formatId('chk', request.checkoutId)}`
  const { id, links } = await call(({ orders }, limits) => orders.createOrder({ body, paypalRequestId }, limits))
  const link = links?.find(({ rel }) => rel === 'payer-action') ?? links?.find(({ rel }) => rel === 'approve')
  if (id === undefined || link === undefined) {
    throw new AppError('provider_refused', 'PayPal returned an order without a payment page')
  }
  return { pageRef: id, pageUrl: link.href, mode: modeOfLinks(links) }
}

function orderRequest(request: PaymentPageRequest): OrderRequest {
  const { currency, totalMinor, lines } = request
  const total = toPaypalMoney(totalMinor, currency)
  if (!total) {
    throw new AppError('not_payable', `PayPal cannot charge ${totalMinor} minor units of ${currency}`)
  }
  const items = itemsOf(request)
  const sumMinor = lines.reduce((sum, { quantity, priceMinor }) => sum + quantity * priceMinor, 0)
  // PayPal rejects items that do not add up to the total, so they are left out then.
  const hasItems = sumMinor === totalMinor && items.length > 0 && items.length === lines.length
  return {
    intent: CheckoutPaymentIntent.Capture,
    purchaseUnits: [
      {
        ...orderReferences(request),
        amount: { ...total, ...(hasItems && { breakdown: { itemTotal: total } }) },
        ...(hasItems && { items }),
      },
    ],
    paymentSource: {
      paypal: {
        experienceContext: {
          brandName: shorten(request.storeName),
          returnUrl: request.returnUrl,
          cancelUrl: request.cancelUrl,
          userAction: PaypalExperienceUserAction.PayNow,
          shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
          // The player waits in the game, so no payment methods that take days.
          paymentMethodPreference: PayeePaymentMethodPreference.ImmediatePaymentRequired,
        },
      },
    },
  }
}

/** Leaves out lines whose price PayPal cannot represent, such as half a forint. */
function itemsOf({ lines, currency }: PaymentPageRequest) {
  return lines.flatMap(({ name, quantity, priceMinor }) => {
    const unitAmount = toPaypalMoney(priceMinor, currency)
    if (!unitAmount) return []
    return [{ name: shorten(name), quantity: String(quantity), unitAmount, category: ItemCategory.DigitalGoods }]
  })
}

/** Cuts between code points, so that no character is split. */
export function shorten(text: string): string {
  return [...text].slice(0, MAX_NAME_LENGTH).join('')
}
