import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'
import { voidSoldCards } from '../../promotions/gift-cards/sold-cards.ts'
import { recordCardLoss } from '../record-card-loss.ts'
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
  const lineNos = rows.map((row) => row.line_no)
  await revokeLines(tx, { storeId, checkoutId, gameUserId, lineNos })
  await sql`
    update checkouts set state = 'disputed', disputed_at = now()
    where store_id = ${storeId} and id = ${checkoutId}`.execute(tx)
  // A stolen payment card must not become a gift card that still works.
  const { lostMinor } = await voidSoldCards(tx, { storeId, checkoutId, lineNos, onlyUnused: false })
  if (lostMinor > 0) await recordCardLoss(tx, { storeId, checkoutId })
  await recordCheckoutEvent(tx, { storeId, checkoutId, type: 'checkout.disputed' })
}
