import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CheckoutId, DeliveryId, StoreId } from '../../ids.ts'
import { canTransition, type CheckoutState } from '../checkout.ts'
import { reverseShares } from './reverse-shares.ts'
import { revokeLines } from './revoke-lines.ts'
import { returnToCard } from '../../promotions/gift-cards/pay-with-card.ts'
import { voidSoldCards } from '../../promotions/gift-cards/sold-cards.ts'
import { recordCardLoss } from '../record-card-loss.ts'
import { recordCheckoutEvent } from '../record-checkout-event.ts'

export type Refund = {
  storeId: StoreId
  checkoutId: CheckoutId
  /** Without it, all lines are refunded. */
  lineNos?: number[]
}

export type Refunded = { lineNos: number[]; cancelledIds: DeliveryId[]; deliveryIds: DeliveryId[] }

/**
 * Refunds a checkout or some of its lines. Deliveries that were not dispatched are cancelled; dispatched ones are
 * followed by a REFUND, unless another purchase still grants the product. Refunding twice changes nothing.
 */
export async function refund(db: Db | Tx, request: Refund): Promise<Refunded> {
  return inStore(db, request.storeId, (tx) => refundLines(tx, request))
}

export async function refundLines(tx: Tx, { storeId, checkoutId, lineNos }: Refund): Promise<Refunded> {
  const checkout = await lockRefundable(tx, { storeId, checkoutId })
  const due = await findLinesToRefund(tx, { storeId, checkoutId, ...(lineNos && { lineNos }) })
  const dueNos = due.map(({ lineNo }) => lineNo)
  if (due.length === 0) return { lineNos: [], cancelledIds: [], deliveryIds: [] }
  // A dispute has already revoked the lines.
  const revoked =
    checkout.state === 'disputed'
      ? { cancelledIds: [], deliveryIds: [] }
      : await revokeLines(tx, { storeId, checkoutId, gameUserId: checkout.game_user_id, lineNos: dueNos })
  await markRefunded(tx, { storeId, checkoutId, lineNos: dueNos })
  await reverseShares(tx, { storeId, checkoutId, lineNos: dueNos })
  await returnToCard(tx, { storeId, checkoutId, lines: due })
  // Where staff can still be told, the refund of a used card was refused before.
  const { lostMinor } = await voidSoldCards(tx, { storeId, checkoutId, lineNos: dueNos, onlyUnused: false })
  if (lostMinor > 0 && checkout.state !== 'disputed') await recordCardLoss(tx, { storeId, checkoutId })
  const refundedLines = dueNos.toSorted((a, b) => a - b)
  await recordCheckoutEvent(tx, { storeId, checkoutId, type: 'checkout.refunded', extra: { refundedLines } })
  return { lineNos: dueNos, ...revoked }
}

async function lockRefundable(
  tx: Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<{ state: CheckoutState; game_user_id: string }> {
  const checkout = await tx
    .selectFrom('checkouts')
    .select(['state', 'game_user_id'])
    .where('store_id', '=', storeId)
    .where('id', '=', checkoutId)
    // FOR UPDATE would deadlock with an expiry that has locked the entitlement and inserts a delivery of this checkout.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!checkout) throw new AppError('not_found', 'No such checkout')
  if (checkout.state !== 'refunded' && !canTransition(checkout.state, 'refunded')) {
    throw new AppError('not_refundable', `A checkout that is ${checkout.state} cannot be refunded`)
  }
  return checkout
}

/** In the order of products, in which every transaction locks entitlements. */
async function findLinesToRefund(
  tx: Tx,
  { storeId, checkoutId, lineNos }: Refund,
): Promise<{ lineNo: number; giftCardMinor: number }[]> {
  const lines = await tx
    .selectFrom('checkout_lines')
    .select(['line_no', 'refunded_at', 'gift_card_minor'])
    .where('store_id', '=', storeId)
    .where('checkout_id', '=', checkoutId)
    .orderBy('product_id')
    .orderBy('line_no')
    .execute()
  for (const lineNo of lineNos ?? []) {
    if (!lines.some((line) => line.line_no === lineNo)) {
      throw new AppError('not_found', `This checkout has no line ${lineNo}. Its lines are 1 to ${lines.length}.`)
    }
  }
  return lines
    .filter((line) => line.refunded_at === null && (lineNos === undefined || lineNos.includes(line.line_no)))
    .map((line) => ({ lineNo: line.line_no, giftCardMinor: line.gift_card_minor }))
}

async function markRefunded(tx: Tx, { storeId, checkoutId, lineNos }: Required<Refund>): Promise<void> {
  if (lineNos.length === 0) return
  await sql`
    update checkout_lines set refunded_at = now()
    where store_id = ${storeId} and checkout_id = ${checkoutId} and line_no = any(${lineNos}::smallint[])`.execute(tx)
  await sql`
    update checkouts set state = 'refunded', refunded_at = now()
    where store_id = ${storeId} and id = ${checkoutId} and not exists (
      select from checkout_lines l
      where l.store_id = ${storeId} and l.checkout_id = ${checkoutId} and l.refunded_at is null)`.execute(tx)
}
