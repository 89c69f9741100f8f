import { sql } from 'kysely'
import { readSoldLines } from '../checkouts/read/read-sold-lines.ts'
import { inStore } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type CheckoutId, formatId, type StoreId } from '../ids.ts'
import { callbackUrl } from './callback-url.ts'
import type { PageOrder, ProviderName } from './provider.ts'
import type { PaymentParts } from './receive-callback.ts'

type Open = { provider: ProviderName; pageUrl: string | null; order: PageOrder }

/**
 * The page of an open checkout. The provider is asked outside of any transaction; if we die before its answer is
 * written down, asking again under the same checkout gives a page that cannot be paid twice.
 */
export async function openPaymentPage(
  { db, accounts, publicUrl }: PaymentParts & { publicUrl: string },
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<string> {
  const { provider, pageUrl, order } = await readOrder({ db, publicUrl }, { storeId, checkoutId })
  if (pageUrl !== null) return pageUrl
  const account = await accounts.require(storeId, provider)
  const page = await account.openPaymentPage(order)
  await inStore(db, storeId, (tx) =>
    sql`
      update payments set page_ref = ${page.pageRef}, page_url = ${page.pageUrl}
      where store_id = ${storeId} and checkout_id = ${checkoutId} and page_ref is null`.execute(tx),
  )
  return page.pageUrl
}

async function readOrder(
  { db, publicUrl }: Pick<PaymentParts, 'db'> & { publicUrl: string },
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<Open> {
  return inStore(db, storeId, async (tx) => {
    const payment = await tx
      .selectFrom('payments as p')
      .innerJoin('checkouts as c', (join) =>
        join.onRef('c.store_id', '=', 'p.store_id').onRef('c.id', '=', 'p.checkout_id'),
      )
      .innerJoin('stores as s', 's.id', 'p.store_id')
      .select(['p.provider', 'p.amount_minor', 'p.page_url', 'p.expires_at', 'c.state', 'c.currency', 's.name'])
      .where('p.store_id', '=', storeId)
      .where('p.checkout_id', '=', checkoutId)
      .executeTakeFirst()
    if (!payment) throw new AppError('not_found', 'No such checkout')
    if (payment.state !== 'open') throw new AppError('not_payable', `This checkout is ${payment.state}`)
    const lines = await readSoldLines(tx, { storeId, checkoutIds: [checkoutId] })
    const [store, checkout] = [formatId('sto', storeId), formatId('chk', checkoutId)]
    const order: PageOrder = {
      storeId,
      checkoutId,
      storeName: payment.name,
      currency: payment.currency,
      totalMinor: payment.amount_minor,
      lines: lines.map(({ name, quantity, price_minor: priceMinor }) => ({ name, quantity, priceMinor })),
      expiresAt: payment.expires_at,
      returnUrl: `${publicUrl}/pay/${store}/${checkout}`,
      cancelUrl: `${publicUrl}/pay/${store}/${checkout}`,
      callbackUrl: callbackUrl(publicUrl, { storeId, provider: payment.provider }),
    }
    return { provider: payment.provider, pageUrl: payment.page_url, order }
  })
}
