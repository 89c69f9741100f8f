import { sql } from 'kysely'
import { addMail } from '../../accounts/mail/add-mail.ts'
import { takeForRefund } from '../../checkouts/buy/tiers.ts'
import { refundLines } from '../../checkouts/reverse/refund.ts'
import { revokeLines } from '../../checkouts/reverse/revoke-lines.ts'
import { inStore, type Tx } from '../../db/database.ts'
import { deliveriesOfCheckouts } from '../../delivery/read/deliveries-of-checkouts.ts'
import { AppError } from '../../errors.ts'
import { type CheckoutId, formatId, type RefundId, type StoreId } from '../../ids.ts'
import { executeRefund } from '../../payments/execute-refund.ts'
import { hasPayment } from '../../payments/has-payment.ts'
import { recordRefusedRefund } from '../../payments/record-refused-refund.ts'
import { requestRefund, requireRefundable } from '../../payments/refund-payment.ts'
import type { PaymentContext } from '../../payments/receive-callback.ts'
import type { Sealer } from '../../seal.ts'
import { type Order, readOrder } from './read-order.ts'
import { refuseBuyerMail } from './refuse-buyer-mail.ts'
import { withdrawableLines } from './withdrawable.ts'
import { withdrawalMail } from './withdrawal-mail.ts'

type OrderKey = { storeId: StoreId; checkoutId: CheckoutId }

/**
 * The buyer withdraws from the contract for all items that no game server has. The withdrawal, its revocation and the request to return
 * the money are stored together, so nothing of it is lost or dispatched. The withdrawal counts even if the provider refuses: staff then
 * return the money.
 */
export async function withdrawOrder(context: PaymentContext & { sealer: Sealer }, order: OrderKey): Promise<void> {
  const { storeId } = order
  const obstacle = await findObstacle(context, order)
  const refundId = await inStore(context.db, storeId, async (tx) => {
    const lineNos = await withdrawLines(tx, context.sealer, order)
    // A gift card paid everything, so there is no provider to ask.
    if (!(await hasPayment(tx, order))) return void (await refundLines(tx, { ...order, lineNos }))
    if (obstacle !== undefined) return recordRefusedRefund(tx, { ...order, lineNos, reason: obstacle })
    return requestRefundOnce(tx, { ...order, lineNos })
  })
  if (refundId === undefined) return
  await executeRefund(context, { storeId, refundId }).catch((error: unknown) => {
    // A refusal is reported to staff, and every other failure is retried.
    if (!(error instanceof AppError)) throw error
  })
}

/** Why the provider cannot return money, such as a store that has disconnected it. */
async function findObstacle(context: PaymentContext, order: OrderKey): Promise<string | undefined> {
  try {
    await requireRefundable(context, order)
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error.message
    throw error
  }
}

async function withdrawLines(tx: Tx, sealer: Sealer, { storeId, checkoutId }: OrderKey): Promise<number[]> {
  await sql`select from checkouts where store_id = ${storeId} and id = ${checkoutId} for no key update`.execute(tx)
  await holdDispatches(tx, { storeId, checkoutId })
  const order = await readOrder(tx, { storeId, checkoutId })
  const lines = withdrawableLines(order, new Date()).toSorted((a, b) => (a.productId < b.productId ? -1 : 1))
  const lineNos = lines.map(({ lineNo }) => lineNo)
  if (lineNos.length === 0)
    throw new AppError('not_refundable', 'This order has no items that you can still withdraw from.')
  await takeForRefund(tx, { storeId, checkoutId, lineNos })
  await sql`
    update checkout_lines set withdrawn_at = now()
    where store_id = ${storeId} and checkout_id = ${checkoutId} and line_no = any(${lineNos}::smallint[])`.execute(tx)
  await revokeLines(tx, { storeId, checkoutId, gameUserId: order.gameUserId, lineNos })
  if (order.email !== null) await queueReceipt(tx, sealer, { storeId, order, lineNos })
  return lineNos
}

/** Locks what the order grants and its deliveries, in the order in which a refund does. Nothing is dispatched until this transaction ends. */
async function holdDispatches(tx: Tx, { storeId, checkoutId }: OrderKey): Promise<void> {
  await sql`
    select from entitlements e join grants g on g.store_id = e.store_id and g.entitlement_id = e.id
    where g.store_id = ${storeId} and g.checkout_id = ${checkoutId} order by e.product_id, g.line_no for update of e`.execute(
    tx,
  )
  await deliveriesOfCheckouts(tx, { storeId, checkoutIds: [checkoutId] })
}

/** Undefined if staff refund the same lines at this moment. */
async function requestRefundOnce(tx: Tx, lines: OrderKey & { lineNos: number[] }): Promise<RefundId | undefined> {
  try {
    return (await requestRefund(tx, lines)).refundId
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_refundable') return undefined
    throw error
  }
}

/** The receipt of the withdrawal, as Directive (EU) 2023/2673 asks: its content, and the time at which it was received. */
async function queueReceipt(
  tx: Tx,
  sealer: Sealer,
  { storeId, order, lineNos }: { storeId: StoreId; order: Order; lineNos: number[] },
): Promise<void> {
  if (order.email === null || sealer.keyId === undefined) return
  const { checkoutId, email: to } = order
  if ((await refuseBuyerMail(tx, sealer, { storeId, checkoutId, to })) !== undefined) return
  const { rows } = await sql<{ name: string; locale: string }>`
    select s.name, b.locale from stores s join checkout_buyers b on b.store_id = s.id
    where s.id = ${storeId} and b.checkout_id = ${order.checkoutId}`.execute(tx)
  const { name = '', locale = 'en' } = rows[0] ?? {}
  const lines = order.lines.filter(({ lineNo }) => lineNos.includes(lineNo))
  const number = formatId('chk', order.checkoutId)
  const receipt = { to: order.email, locale, storeName: name, number, currency: order.currency, lines, at: new Date() }
  await addMail(tx, { sealer, mail: withdrawalMail(receipt) })
}
