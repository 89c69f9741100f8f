import { sql } from 'kysely'
import { inStore } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { CheckoutId, StoreId } from '../ids.ts'
import type { ProviderName } from './provider.ts'
import type { PaymentContext } from './receive-callback.ts'
import { reconcileNow } from './reconcile-due-payments.ts'

type Page = { provider: ProviderName; pageRef: string | null; isSubscription: boolean }

/**
 * Closes the payment page of a checkout that another one will replace. False if it can still be paid. A payment that was made
 * before is applied first.
 */
export async function closePaymentPage(
  context: PaymentContext,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<boolean> {
  const { rows } = await inStore(context.db, storeId, (tx) =>
    sql<Page>`
      select provider, page_ref as "pageRef", exists (select from subscriptions s
        where s.store_id = p.store_id and s.checkout_id = p.checkout_id) as "isSubscription"
      from payments p where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx),
  )
  const [page] = rows
  // No one has the address of a page that was not opened.
  if (!page || page.pageRef === null) return true
  try {
    const connection = await context.connections.find(storeId, page.provider)
    const isClosed = await connection?.closePage({ ...page, checkoutId, pageRef: page.pageRef })
    if (isClosed === true) return true
    await reconcileNow(context, { storeId, checkoutId })
  } catch (error) {
    // A provider that does not answer has not closed the page.
    if (!(error instanceof AppError)) throw error
  }
  return false
}
