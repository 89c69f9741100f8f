import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'
import { recordCheckoutEvent } from '../record-checkout-event.ts'
import { releaseReservation, type Reserved } from './reservation.ts'

/** An open checkout that will not be paid returns what it holds. The caller has locked the checkout. */
export async function abandonCheckout(
  tx: Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<void> {
  const { rows } = await sql<Reserved>`
    update checkouts set state = 'abandoned' where store_id = ${storeId} and id = ${checkoutId}
    returning store_id as "storeId", id as "checkoutId", game_user_id as "gameUserId", code_id as "codeId",
      holds_player as "holdsPlayer"`.execute(tx)
  if (rows[0]) await releaseReservation(tx, rows[0])
  await recordCheckoutEvent(tx, { storeId, checkoutId, type: 'checkout.abandoned' })
}
