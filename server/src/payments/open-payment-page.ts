import { sql } from 'kysely'
import { type CheckoutLine, lineTitle, paidOf } from '../checkouts/checkout.ts'
import { readSoldLines } from '../checkouts/read/read-sold-lines.ts'
import { inStore } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type CheckoutId, formatId, type StoreId } from '../ids.ts'
import type { StoreMode } from '../stores/store.ts'
import { type Addresses, findStoreOrigin } from '../stores/hosts/store-origin.ts'
import { callbackUrl } from './callback-url.ts'
import type { PaymentPageRequest, ProviderName } from './provider.ts'
import type { PaymentContext } from './receive-callback.ts'

type Request = Omit<PaymentPageRequest, 'buyerEmail'>
type OpenPayment = { provider: ProviderName; mode: StoreMode; pageUrl: string | null; request: Request }

type OpenedCheckout = {
  storeId: StoreId
  checkoutId: CheckoutId
  buyerEmail?: string | null
  /** Where the provider sends a buyer who does not pay. By default the same page as after the payment. */
  cancelUrl?: string
}

/**
 * Returns the payment page of an open checkout. The provider is called outside the transaction. If the server dies before it
 * stores the page, the next call for the same checkout gets a page that cannot be paid a second time.
 */
export async function openPaymentPage(
  { db, connections, ...addresses }: PaymentContext & Addresses,
  { storeId, checkoutId, buyerEmail = null, cancelUrl }: OpenedCheckout,
): Promise<string> {
  const payment = await readPayment({ db, ...addresses }, { storeId, checkoutId })
  const { provider, mode, pageUrl } = payment
  if (pageUrl !== null) return pageUrl
  const connection = await connections.require(storeId, provider)
  const page = await connection.openPaymentPage({
    ...payment.request,
    buyerEmail,
    ...(cancelUrl !== undefined && { cancelUrl }),
  })
  if (page.mode !== null && page.mode !== mode) {
    throw new AppError('provider_refused', `${provider} opened a ${page.mode} payment page for a ${mode} store`)
  }
  await inStore(db, storeId, (tx) =>
    sql`
      update payments set page_ref = ${page.pageRef}, page_url = ${page.pageUrl}
      where store_id = ${storeId} and checkout_id = ${checkoutId} and page_ref is null`.execute(tx),
  )
  return page.pageUrl
}

async function readPayment(
  { db, publicUrl, apiUrl, storefrontDomain }: Pick<PaymentContext, 'db'> & Addresses,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<OpenPayment> {
  return inStore(db, storeId, async (tx) => {
    const payment = await tx
      .selectFrom('payments as p')
      .innerJoin('checkouts as c', (join) =>
        join.onRef('c.store_id', '=', 'p.store_id').onRef('c.id', '=', 'p.checkout_id'),
      )
      .innerJoin('stores as s', 's.id', 'p.store_id')
      .leftJoin('subscriptions as n', (join) =>
        join
          .onRef('n.store_id', '=', 'p.store_id')
          .onRef('n.checkout_id', '=', 'p.checkout_id')
          .on('n.first_amount_minor', 'is not', null),
      )
      .select([
        'p.provider',
        'p.amount_minor',
        'p.page_url',
        'p.return_url',
        'p.expires_at',
        'c.state',
        'c.currency',
        's.name',
        's.mode',
        'n.amount_minor as renewal_minor',
      ])
      .where('p.store_id', '=', storeId)
      .where('p.checkout_id', '=', checkoutId)
      .executeTakeFirst()
    if (!payment) throw new AppError('not_found', 'There is no such checkout')
    if (payment.state !== 'open')
      throw new AppError('not_payable', `This checkout is ${payment.state} and cannot be paid`)
    const lines = await readSoldLines(tx, { storeId, checkoutIds: [checkoutId] })
    const [store, checkout] = [formatId('sto', storeId), formatId('chk', checkoutId)]
    const pagesUrl = await findStoreOrigin(tx, { storeId, publicUrl, apiUrl, storefrontDomain })
    const returnUrl = payment.return_url ?? `${pagesUrl}/pay/${store}/${checkout}`
    const request: Request = {
      storeId,
      checkoutId,
      storeName: payment.name,
      currency: payment.currency,
      totalMinor: payment.amount_minor,
      lines: lines.map(pageLine),
      expiresAt: payment.expires_at,
      returnUrl,
      cancelUrl: returnUrl,
      pagesUrl,
      billingPeriod: lines[0]?.billing_period ?? null,
      renewalMinor: payment.renewal_minor,
      callbackUrl: callbackUrl(apiUrl, { storeId, provider: payment.provider }),
    }
    return { provider: payment.provider, mode: payment.mode, pageUrl: payment.page_url, request }
  })
}

/** A reduced price is that of all units together, because it cannot always be divided by their number. */
function pageLine(line: CheckoutLine): PaymentPageRequest['lines'][number] {
  const paidMinor = paidOf(line)
  const { price_minor: priceMinor, quantity } = line
  if (paidMinor === priceMinor * quantity) return { name: lineTitle(line), quantity, priceMinor }
  const name = quantity === 1 ? lineTitle(line) : `${quantity} × ${lineTitle(line)}`
  return { name, quantity: 1, priceMinor: paidMinor }
}
