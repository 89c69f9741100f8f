import { AppError } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import { toMercadopagoAmount } from './mercadopago-amount.ts'
import type { MercadopagoApi } from './mercadopago-api.ts'
import type { ClosablePage, PaymentPage, PaymentPageRequest } from '../provider.ts'

const MAX_TITLE_LENGTH = 250

/**
 * MercadoPago calls a payment page a preference. It supports idempotency keys for payments and refunds only, so an existing
 * page of this checkout is searched first.
 */
export async function openMercadopagoPage(api: MercadopagoApi, request: PaymentPageRequest): Promise<PaymentPage> {
  const reference = formatId('chk', request.checkoutId)
  const page =
    (await api.findPreferenceByReference(reference)) ?? (await api.createPreference(preferenceFor(request), reference))
  return { pageRef: page.id, pageUrl: page.init_point, mode: null }
}

/** A PIX code or a payment slip outlives its page, so those that wait are cancelled. MercadoPago cancels nothing that was approved. */
export async function closeMercadopagoPage(
  api: MercadopagoApi,
  { checkoutId, pageRef }: Pick<ClosablePage, 'checkoutId' | 'pageRef'>,
): Promise<boolean> {
  await api.expirePreference(pageRef, new Date())
  const payments = await api.findPaymentsByReference(formatId('chk', checkoutId))
  for (const { id, status } of payments) {
    if (status === 'rejected' || status === 'cancelled') continue
    if (status !== 'pending' && status !== 'in_process') return false
    if ((await api.cancelPayment(String(id))) !== 'cancelled') return false
  }
  return true
}

function preferenceFor(request: PaymentPageRequest) {
  const reference = formatId('chk', request.checkoutId)
  const notificationUrl = new URL(request.callbackUrl)
  // Without this parameter MercadoPago also sends IPN notifications, which are not signed.
  notificationUrl.searchParams.set('source_news', 'webhooks')
  return {
    items: itemsOf(request),
    external_reference: reference,
    // MercadoPago converts all names to snake case.
    metadata: { store_id: formatId('sto', request.storeId), checkout_id: reference },
    back_urls: { success: request.returnUrl, pending: request.returnUrl, failure: request.cancelUrl },
    // MercadoPago rejects auto_return if the address does not use HTTPS.
    ...(request.returnUrl.startsWith('https:') && { auto_return: 'approved' }),
    notification_url: notificationUrl.href,
    expires: true,
    expiration_date_to: request.expiresAt.toISOString(),
  }
}

/** One item per line if MercadoPago accepts every price and they add up to the total, otherwise one item with the total. */
function itemsOf({ lines, storeName, totalMinor, currency }: PaymentPageRequest) {
  const total = toMercadopagoAmount(totalMinor, currency)
  if (total === undefined) {
    throw new AppError('not_payable', `MercadoPago cannot charge ${totalMinor} minor units of ${currency}`)
  }
  const priced = lines.flatMap((line) => {
    const price = toMercadopagoAmount(line.priceMinor, currency)
    return price ? [{ ...line, price }] : []
  })
  const sum = priced.reduce((all, line) => all + line.priceMinor * line.quantity, 0)
  const items = sum === totalMinor ? priced : [{ name: storeName, quantity: 1, price: total }]
  return items.map(({ name, quantity, price }, index) => ({
    id: String(index + 1),
    title: [...name].slice(0, MAX_TITLE_LENGTH).join(''),
    quantity,
    unit_price: price,
    currency_id: currency,
  }))
}
