import { AppError } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import { toMercadopagoAmount } from './mercadopago-amount.ts'
import type { MercadopagoApi } from './mercadopago-api.ts'
import type { Page, PageOrder } from '../provider.ts'

const LONGEST_TITLE = 250

/**
 * A preference: MercadoPago's word for a page that asks for a payment. It promises idempotency keys for payments and
 * refunds only, so a page that was made for this checkout before is looked for first.
 */
export async function openMercadopagoPage(api: MercadopagoApi, order: PageOrder): Promise<Page> {
  const reference = formatId('chk', order.checkoutId)
  const page = (await api.preferenceOf(reference)) ?? (await api.createPreference(preferenceFor(order), reference))
  return { pageRef: page.id, pageUrl: page.init_point }
}

function preferenceFor(order: PageOrder) {
  const reference = formatId('chk', order.checkoutId)
  const notification = new URL(order.callbackUrl)
  // Else the older kind of notice comes too, which nobody signs.
  notification.searchParams.set('source_news', 'webhooks')
  return {
    items: itemsOf(order),
    external_reference: reference,
    // MercadoPago turns other spellings of a name into this one.
    metadata: { store_id: formatId('sto', order.storeId), checkout_id: reference },
    back_urls: { success: order.returnUrl, pending: order.returnUrl, failure: order.cancelUrl },
    // MercadoPago refuses to send players back by itself to an address without TLS.
    ...(order.returnUrl.startsWith('https:') && { auto_return: 'approved' }),
    notification_url: notification.href,
    expires: true,
    expiration_date_to: order.expiresAt.toISOString(),
  }
}

/** Line by line where the lines make the total and each can be asked for; else one line with the total. */
function itemsOf({ lines, storeName, totalMinor, currency }: PageOrder) {
  const total = toMercadopagoAmount(totalMinor, currency)
  if (total === undefined) {
    throw new AppError('not_payable', `MercadoPago cannot take ${totalMinor} of the smallest unit of ${currency}`)
  }
  const priced = lines.flatMap((line) => {
    const price = toMercadopagoAmount(line.priceMinor, currency)
    return price ? [{ ...line, price }] : []
  })
  const sum = priced.reduce((all, line) => all + line.priceMinor * line.quantity, 0)
  const shown = sum === totalMinor ? priced : [{ name: storeName, quantity: 1, price: total }]
  return shown.map(({ name, quantity, price }, index) => ({
    id: String(index + 1),
    title: [...name].slice(0, LONGEST_TITLE).join(''),
    quantity,
    unit_price: price,
    currency_id: currency,
  }))
}
