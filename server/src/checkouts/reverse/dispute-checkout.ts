import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'
import { revokeLines } from './revoke-lines.ts'
import { recordCheckoutEvent } from '../record-checkout-event.ts'

/** Revokes all lines of a paid checkout that are not refunded yet. The caller has locked the checkout. */
export async function disputeCheckout(
  tx: Tx,
  { storeId, checkoutId, gameUserId }: { storeId: StoreId; checkoutId: CheckoutId; gameUserId: string },
): Promise<void> {
  const { rows } = await sql<{ line_no: number }>`
    select line_no from checkout_lines
    where store_id = ${storeId} and checkout_id = ${checkoutId} and refunded_at is null
    order by product_id, line_no`.execute(tx)
  await revokeLines(tx, { storeId, checkoutId, gameUserId, lineNos: rows.map((row) => row.line_no) })
  await sql`
    update checkouts set state = 'disputed', disputed_at = now()
    where store_id = ${storeId} and id = ${checkoutId}`.execute(tx)
  await recordCheckoutEvent(tx, { storeId, checkoutId, type: 'checkout.disputed' })
}
