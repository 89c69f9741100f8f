import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CheckoutId, DiscountCodeId, StoreId } from '../../ids.ts'
import { adjustUses } from '../../promotions/codes/use-code.ts'
import { release } from '../../promotions/gift-cards/pay-with-card.ts'
import { adjustStock } from './reserve-lines.ts'
import { releaseCredits } from './tiers.ts'
import { recordCheckoutEvent } from '../record-checkout-event.ts'

/**
 * Returns the code, the reserved stock, the upgrade credits and what a gift card paid of an open checkout that will not be paid. The
 * caller has locked the checkout.
 */
export async function abandonCheckout(
  tx: Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<void> {
  const { rows } = await sql<{ codeId: DiscountCodeId | null; gameUserId: string }>`
    update checkouts set state = 'abandoned' where store_id = ${storeId} and id = ${checkoutId}
    returning code_id as "codeId", game_user_id as "gameUserId"`.execute(tx)
  const { codeId = null, gameUserId = '' } = rows[0] ?? {}
  if (codeId !== null) await adjustUses(tx, { storeId, codeId, gameUserId, change: 'return' })
  await adjustStock(tx, { storeId, checkoutId, change: 'return' })
  await releaseCredits(tx, { storeId, checkoutId })
  await release(tx, { storeId, checkoutId })
  await recordCheckoutEvent(tx, { storeId, checkoutId, type: 'checkout.abandoned' })
}
