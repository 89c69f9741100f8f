import type { ReaderDb } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'

/** The store of a checkout, for operators who name a checkout without its store. */
export async function storeOfCheckout(db: ReaderDb, checkoutId: CheckoutId): Promise<StoreId> {
  const checkout = await db.selectFrom('checkouts').select('store_id').where('id', '=', checkoutId).executeTakeFirst()
  if (!checkout) throw new AppError('not_found', 'No such checkout')
  return checkout.store_id
}
