import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'
import { moveStock } from './reserve-lines.ts'
import { recordCheckoutEvent } from '../record-checkout-event.ts'

/** Nobody is going to pay: what was reserved is for sale again. The caller holds the checkout, which is open. */
export async function abandonCheckout(
  tx: Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<void> {
  await sql`
    update checkouts set state = 'abandoned' where store_id = ${storeId} and id = ${checkoutId}`.execute(tx)
  await moveStock(tx, { storeId, checkoutId, by: 'give' })
  await recordCheckoutEvent(tx, { storeId, checkoutId, type: 'checkout.abandoned' })
}
