import { sql } from 'kysely'
import { openCheckout } from '../checkouts/buy/open-checkout.ts'
import type { Sale } from '../checkouts/buy/sale.ts'
import { inStore, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { CheckoutId, StoreId } from '../ids.ts'
import { FIRST_RECONCILE_SECONDS } from './reconcile-schedule.ts'
import { openPaymentPage } from './open-payment-page.ts'
import type { ProviderName } from './provider.ts'
import type { PaymentContext } from './receive-callback.ts'

/** Long enough for a bank transfer by phone, short enough to return the stock on the same day. */
const PAGE_LIFETIME_SECONDS = 60 * 60

export type StartedPayment = {
  checkoutId: CheckoutId
  /** Null if the total is 0. */
  pageUrl: string | null
}

/** Opens a checkout and its payment page. Repeating it with the same reference returns the same page. */
export async function startPayment(
  context: PaymentContext & { publicUrl: string },
  { sale, provider }: { sale: Sale; provider: ProviderName },
): Promise<StartedPayment> {
  const { storeId } = sale
  // Checked first, so that no stock is reserved for a payment that cannot be made.
  await context.connections.require(storeId, provider)
  const opened = await inStore(context.db, storeId, async (tx) => {
    const checkout = await openCheckout(tx, sale)
    if (checkout.isNew && checkout.state === 'open') await insertPayment(tx, { storeId, provider, ...checkout })
    return checkout
  })
  const { checkoutId, state, totalMinor } = opened
  if (totalMinor === 0) return { checkoutId, pageUrl: null }
  if (state !== 'open') throw new AppError('not_payable', `This checkout is ${state}. Open a new checkout.`)
  return { checkoutId, pageUrl: await openPaymentPage(context, { storeId, checkoutId }) }
}

async function insertPayment(
  tx: Tx,
  {
    storeId,
    checkoutId,
    provider,
    totalMinor,
  }: { storeId: StoreId; checkoutId: CheckoutId; provider: ProviderName; totalMinor: number },
): Promise<void> {
  // mutant: first-query
  await sql`
    insert into payments (store_id, checkout_id, provider, amount_minor, expires_at, reconcile_at)
    values (${storeId}, ${checkoutId}, ${provider}, ${totalMinor}, now() + make_interval(secs => ${PAGE_LIFETIME_SECONDS}),
      now() + make_interval(secs => ${FIRST_RECONCILE_SECONDS}))`.execute(tx)
}
