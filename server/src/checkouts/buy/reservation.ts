import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CheckoutId, DiscountCodeId, StoreId } from '../../ids.ts'
import { adjustUses, retakeUse } from '../../promotions/codes/use-code.ts'
import { release, spendAgain } from '../../promotions/gift-cards/pay-with-card.ts'
import type { CheckoutState } from '../checkout.ts'
import { returnStock, takeUnheld } from './reserve-lines.ts'
import { releaseCredits, retakeCredits } from './tiers.ts'

/** What an unpaid checkout can have lost to others, so that it cannot be paid any more. */
export type Lack = 'code' | 'stock' | 'limit' | 'credit' | 'gift_card'

/** A checkout, with what is read of it under the lock that the caller has. */
export type Reserved = {
  storeId: StoreId
  checkoutId: CheckoutId
  gameUserId: string
  codeId: DiscountCodeId | null
  /** Otherwise it holds no limit, no use of a code and no credit of its player until it is paid. */
  holdsPlayer: boolean
}

/** Returns the use of the code, the stock, the credits and the part of the gift card that an open checkout holds. */
export async function releaseReservation(
  tx: Tx,
  { storeId, checkoutId, gameUserId, codeId, holdsPlayer }: Reserved,
): Promise<void> {
  if (codeId !== null) await adjustUses(tx, { storeId, codeId, gameUserId, ofPlayer: holdsPlayer, change: 'return' })
  await returnStock(tx, { storeId, checkoutId })
  await releaseCredits(tx, { storeId, checkoutId })
  await release(tx, { storeId, checkoutId })
}

/**
 * Takes what a checkout does not hold when its money arrives: everything if it was abandoned, the parts of its player if nobody has
 * proved their name. Credits are checked in any case, because a refund takes them away. If something is gone, nothing is taken.
 */
export async function completeReservation(
  tx: Tx,
  reserved: Reserved & { state: CheckoutState },
): Promise<Lack | undefined> {
  await sql`savepoint reservation`.execute(tx)
  const lack = await takeMissing(tx, reserved)
  await (lack ? sql`rollback to savepoint reservation` : sql`release savepoint reservation`).execute(tx)
  return lack
}

/** In the order in which every transaction locks: codes, products, credits, gift cards. */
async function takeMissing(
  tx: Tx,
  { state, holdsPlayer, codeId, ...key }: Reserved & { state: CheckoutState },
): Promise<Lack | undefined> {
  const isHeld = state === 'open'
  const ofPlayer = !isHeld || !holdsPlayer
  if (codeId !== null && !(await retakeUse(tx, { ...key, codeId, ofStore: !isHeld, ofPlayer }))) return 'code'
  const lack = await takeUnheld(tx, { ...key, takesStock: !isHeld, checksLimit: ofPlayer })
  if (lack) return lack
  if (!(await retakeCredits(tx, key))) return 'credit'
  return isHeld || (await spendAgain(tx, key)) ? undefined : 'gift_card'
}
