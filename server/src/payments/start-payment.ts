import { sql } from 'kysely'
import { openCheckout, type Opened } from '../checkouts/buy/open-checkout.ts'
import type { Purchase } from '../checkouts/buy/purchase.ts'
import { inStore, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { CheckoutId, StoreId } from '../ids.ts'
import { openSubscription } from '../subscriptions/open-subscription.ts'
import type { Addresses } from '../stores/hosts/store-origin.ts'
import { FIRST_RECONCILE_SECONDS } from './reconcile-schedule.ts'
import { openPaymentPage } from './open-payment-page.ts'
import type { ProviderName } from './provider.ts'
import type { PaymentContext } from './receive-callback.ts'
import { requireReturnUrl } from './return-url.ts'

/** Long enough for a bank transfer by phone, short enough to return the stock on the same day. */
const PAGE_LIFETIME_SECONDS = 60 * 60

export type NewPayment = {
  sale: Purchase
  provider: ProviderName
  /** Where the buyer is sent after the payment page. Null: to our own page about the order. */
  returnUrl?: string | null
  buyerEmail?: string | null
  /** Runs in the transaction that opens the checkout. */
  alongside?: (tx: Tx, opened: Opened) => Promise<void>
}

export type StartedPayment = {
  checkoutId: CheckoutId
  totalMinor: number
  /** Null if the total is 0. */
  pageUrl: string | null
}

/** Opens a checkout and its payment page. Repeating it with the same reference returns the same page. */
export async function startPayment(
  context: PaymentContext & Addresses,
  { sale, provider, returnUrl = null, buyerEmail = null, alongside }: NewPayment,
): Promise<StartedPayment> {
  const { storeId } = sale
  if (returnUrl !== null) requireReturnUrl(returnUrl)
  // Checked first, so that no stock is reserved for a payment that cannot be made.
  const connection = await context.connections.require(storeId, provider)
  const opened = await inStore(context.db, storeId, async (tx) => {
    const checkout = await openPayment(tx, { sale, provider, returnUrl })
    if (checkout.billingPeriod && !connection.subscriptions)
      throw new AppError('not_payable', `${provider} does not sell subscriptions here. Choose another way to pay.`)
    await alongside?.(tx, checkout)
    return checkout
  })
  const { checkoutId, totalMinor } = opened
  if (totalMinor === 0) return { checkoutId, totalMinor, pageUrl: null }
  return { checkoutId, totalMinor, pageUrl: await openPaymentPage(context, { storeId, checkoutId, buyerEmail }) }
}

/** Opens a checkout and stores how it will be paid. Call `openPaymentPage` after the transaction. */
export async function openPayment(
  tx: Tx,
  { sale, provider, returnUrl }: { sale: Purchase; provider: ProviderName | null; returnUrl: string | null },
): Promise<Opened> {
  const { storeId } = sale
  const checkout = await openCheckout(tx, sale)
  if (provider === null) {
    if (checkout.totalMinor > 0) throw new AppError('invalid_request', 'Choose how the rest is paid.')
    return checkout
  }
  if (checkout.isNew && checkout.state === 'open')
    await insertPayment(tx, { storeId, provider, returnUrl, ...checkout })
  if (checkout.billingPeriod) await openSubscription(tx, { ...sale, ...checkout, provider })
  if (checkout.state !== 'open' && checkout.totalMinor > 0)
    throw new AppError('not_payable', `This checkout is ${checkout.state}. Open a new checkout.`)
  return checkout
}

async function insertPayment(
  tx: Tx,
  {
    storeId,
    checkoutId,
    provider,
    totalMinor,
    returnUrl,
  }: Opened & { storeId: StoreId; provider: ProviderName; returnUrl: string | null },
): Promise<void> {
  await sql`
    insert into payments (store_id, checkout_id, provider, amount_minor, return_url, expires_at, reconcile_at)
    values (${storeId}, ${checkoutId}, ${provider}, ${totalMinor}, ${returnUrl}, now() + make_interval(secs => ${PAGE_LIFETIME_SECONDS}),
      now() + make_interval(secs => ${FIRST_RECONCILE_SECONDS}))`.execute(tx)
}
