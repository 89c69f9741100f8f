import { sql } from 'kysely'
import { abandonCheckout } from '../../checkouts/buy/abandon-checkout.ts'
import { inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CheckoutId, DiscountCodeId, StoreId } from '../../ids.ts'
import { closePaymentPage } from '../../payments/close-payment-page.ts'
import type { PaymentContext } from '../../payments/receive-callback.ts'
import { lockCodes } from '../../promotions/codes/use-code.ts'
import type { Basket } from '../baskets/basket.ts'
import { releaseStock } from '../limits/hold-stock.ts'

type CheckoutKey = { storeId: StoreId; checkoutId: CheckoutId }

/**
 * Closes the payment page of a checkout that another one of the same basket replaces. If that is not possible, the basket leaves it: it
 * keeps what it holds, and false is returned.
 */
export async function closeOrLeave(context: PaymentContext, key: CheckoutKey): Promise<boolean> {
  if (await closePaymentPage(context, key)) return true
  return !(await inStore(context.db, key.storeId, (tx) => leaveOpen(tx, key)))
}

/** False if it was paid or abandoned in the meantime. */
async function leaveOpen(tx: Tx, { storeId, checkoutId }: CheckoutKey): Promise<boolean> {
  const { rows } = await sql`
    update checkouts set replaced_at = now()
    where store_id = ${storeId} and id = ${checkoutId} and state = 'open' and replaced_at is null returning 1 as one`.execute(
    tx,
  )
  if (rows.length === 0) return false
  await sql`
    update baskets set checkout_id = null, checkout_intent = null
    where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx)
  return true
}

export function leftOpen({ message }: AppError): AppError {
  return new AppError(
    'earlier_order_open',
    `The payment page of the earlier order could not be closed. What that order holds is free again when the page ends. ${message}`,
  )
}

/** What a checkout holds that the buyer left for another one is free again. Returns since when it held stock. */
export async function abandonEarlier(
  tx: Tx,
  { storeId, basket, code }: { storeId: StoreId; basket: Basket; code: string | null },
): Promise<Date | null> {
  const { checkoutId } = basket
  if (checkoutId === null) return null
  const { rows } = await sql<{ state: string; codeId: DiscountCodeId | null }>`
    update checkouts set replaced_at = now()
    where store_id = ${storeId} and id = ${checkoutId} and state in ('open', 'abandoned')
    returning state, code_id as "codeId"`.execute(tx)
  const state = rows[0]?.state
  // It was paid between the read of the basket and this lock.
  if (state === undefined) throw new AppError('conflict', 'This basket was paid a moment ago.')
  if (state === 'abandoned') return null
  // Both codes before any product, as every transaction locks them.
  await lockCodes(tx, { storeId, codeId: rows[0]?.codeId ?? null, code })
  await abandonCheckout(tx, { storeId, checkoutId })
  return releaseStock(tx, { storeId, checkoutId })
}
