import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CheckoutId, DeliveryId, StoreId } from '../../ids.ts'
import { canBecome, type CheckoutState } from '../checkout.ts'
import { revokeGoods } from './revoke-goods.ts'
import { recordCheckoutEvent } from '../record-checkout-event.ts'

export type Refund = {
  storeId: StoreId
  checkoutId: CheckoutId
  /** Absent: all lines. */
  lineNos?: number[]
}

export type Refunded = { lineNos: number[]; cancelledIds: DeliveryId[]; deliveryIds: DeliveryId[] }

/**
 * Takes a purchase back, whole or by line. What no game server has seen is cancelled; what may have run gets a
 * REFUND behind it, unless another purchase still grants the same. Refunding what is refunded is a quiet success.
 */
export async function refund(db: Db | Tx, asked: Refund): Promise<Refunded> {
  return inStore(db, asked.storeId, (tx) => refundLines(tx, asked))
}

/** The refund inside a transaction that is under way. */
export async function refundLines(tx: Tx, { storeId, checkoutId, lineNos }: Refund): Promise<Refunded> {
  const checkout = await lockRefundable(tx, { storeId, checkoutId })
  const due = await linesToRefund(tx, { storeId, checkoutId, ...(lineNos && { lineNos }) })
  if (due.length === 0) return { lineNos: [], cancelledIds: [], deliveryIds: [] }
  // A dispute has taken the goods back already; the refund that follows it takes nothing twice.
  const taken =
    checkout.state === 'disputed'
      ? { cancelledIds: [], deliveryIds: [] }
      : await revokeGoods(tx, { storeId, checkoutId, gameUserId: checkout.game_user_id, lineNos: due })
  await noteRefund(tx, { storeId, checkoutId, lineNos: due })
  const refundedLines = due.toSorted((a, b) => a - b)
  await recordCheckoutEvent(tx, { storeId, checkoutId, type: 'checkout.refunded', more: { refundedLines } })
  return { lineNos: due, ...taken }
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
    // Not FOR UPDATE: an expiry that holds the entitlement we are about to wait for puts its element below this checkout.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!checkout) throw new AppError('not_found', 'No such checkout')
  if (checkout.state !== 'refunded' && !canBecome(checkout.state, 'refunded')) {
    throw new AppError('not_refundable', `A checkout that is ${checkout.state} cannot be refunded`)
  }
  return checkout
}

/** The asked lines that are not refunded yet, in product order: the order in which entitlements are locked everywhere. */
async function linesToRefund(tx: Tx, { storeId, checkoutId, lineNos }: Refund): Promise<number[]> {
  const lines = await tx
    .selectFrom('checkout_lines')
    .select(['line_no', 'refunded_at'])
    .where('store_id', '=', storeId)
    .where('checkout_id', '=', checkoutId)
    .orderBy('product_id')
    .orderBy('line_no')
    .execute()
  for (const lineNo of lineNos ?? []) {
    if (!lines.some((line) => line.line_no === lineNo)) {
      throw new AppError('not_found', `This checkout has no line ${lineNo}; its lines are 1 to ${lines.length}`)
    }
  }
  return lines
    .filter((line) => line.refunded_at === null && (lineNos === undefined || lineNos.includes(line.line_no)))
    .map((line) => line.line_no)
}

async function noteRefund(tx: Tx, { storeId, checkoutId, lineNos }: Required<Refund>): Promise<void> {
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
