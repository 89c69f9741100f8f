import { sql } from 'kysely'
import { openCheckout } from '../checkouts/buy/open-checkout.ts'
import type { Sale } from '../checkouts/buy/sale.ts'
import { inStore, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { CheckoutId, StoreId } from '../ids.ts'
import { FIRST_ASK_SECONDS } from './reconcile-schedule.ts'
import { openPaymentPage } from './open-payment-page.ts'
import type { ProviderName } from './provider.ts'
import type { PaymentParts } from './receive-callback.ts'

/** How long a page can be paid. Long enough for a transfer by phone, short enough to give stock back the same evening. */
const PAGE_SECONDS = 60 * 60

export type Started = { checkoutId: CheckoutId; /** Null: there is nothing to pay. */ pageUrl: string | null }

/** Opens a checkout and the provider's page on which the player pays it. Starting again under the same reference gives the same page. */
export async function startPayment(
  parts: PaymentParts & { publicUrl: string },
  { sale, provider }: { sale: Sale; provider: ProviderName },
): Promise<Started> {
  const { storeId } = sale
  // Asked first: nobody's stock is taken for a payment that cannot be made.
  await parts.accounts.require(storeId, provider)
  const opened = await inStore(parts.db, storeId, async (tx) => {
    const checkout = await openCheckout(tx, sale)
    if (checkout.isNew && checkout.state === 'open') await insertPayment(tx, { storeId, provider, ...checkout })
    return checkout
  })
  const { checkoutId, state, totalMinor } = opened
  if (totalMinor === 0) return { checkoutId, pageUrl: null }
  if (state !== 'open') throw new AppError('not_payable', `This checkout is ${state}; open a new one`)
  return { checkoutId, pageUrl: await openPaymentPage(parts, { storeId, checkoutId }) }
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
  await sql`
    insert into payments (store_id, checkout_id, provider, amount_minor, expires_at, reconcile_at)
    values (${storeId}, ${checkoutId}, ${provider}, ${totalMinor}, now() + make_interval(secs => ${PAGE_SECONDS}),
      now() + make_interval(secs => ${FIRST_ASK_SECONDS}))`.execute(tx)
}
