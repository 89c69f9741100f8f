import { sql } from 'kysely'
import { addMail } from '../../accounts/mail/add-mail.ts'
import { inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type AlertId, type CheckoutId, formatId, newId, type StoreId } from '../../ids.ts'
import { refundPayment } from '../../payments/refund-payment.ts'
import type { PaymentContext } from '../../payments/receive-callback.ts'
import type { Sealer } from '../../seal.ts'
import { type Order, readOrder } from './read-order.ts'
import { withdrawableLines } from './withdrawable.ts'
import { withdrawalMail } from './withdrawal-mail.ts'

export type Withdrawal = {
  lineNos: number[]
  /** Whether the provider has returned the money. Otherwise staff have to. */
  isRefunded: boolean
}

/**
 * The buyer withdraws from the contract for all items that were not delivered. The withdrawal counts even if the provider
 * refuses the refund: staff then return the money. Withdrawing twice is the same as once.
 */
export async function withdrawOrder(
  context: PaymentContext & { sealer: Sealer },
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<Withdrawal> {
  const lineNos = await inStore(context.db, storeId, async (tx) => {
    await sql`select from checkouts where store_id = ${storeId} and id = ${checkoutId} for no key update`.execute(tx)
    const order = await readOrder(tx, { storeId, checkoutId })
    const lines = withdrawableLines(order, new Date()).map(({ lineNo }) => lineNo)
    if (lines.length === 0)
      throw new AppError('not_refundable', 'This order has no items that you can still withdraw from.')
    await sql`
      update checkout_lines set withdrawn_at = now()
      where store_id = ${storeId} and checkout_id = ${checkoutId} and line_no = any(${lines}::smallint[])`.execute(tx)
    if (order.email !== null) await queueReceipt(tx, context.sealer, { storeId, order, lineNos: lines })
    return lines
  })
  try {
    await refundPayment(context, { storeId, checkoutId, lineNos })
    return { lineNos, isRefunded: true }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await inStore(context.db, storeId, (tx) => notifyOwners(tx, { storeId, checkoutId }))
    return { lineNos, isRefunded: false }
  }
}

/** Owners get a mail, because the buyer waits for money that only they can return now. */
async function notifyOwners(
  tx: Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<void> {
  await sql`
    insert into store_alerts (store_id, id, kind, actor, subject)
    values (${storeId}, ${newId<AlertId>()}, 'refund_refused', 'the buyer', ${formatId('chk', checkoutId)})`.execute(tx)
}

/** The receipt of the withdrawal, as Directive (EU) 2023/2673 asks: its content, and the time at which it was received. */
async function queueReceipt(
  tx: Tx,
  sealer: Sealer,
  { storeId, order, lineNos }: { storeId: StoreId; order: Order; lineNos: number[] },
): Promise<void> {
  if (order.email === null || sealer.keyId === undefined) return
  const { rows } = await sql<{ name: string; locale: string }>`
    select s.name, b.locale from stores s join checkout_buyers b on b.store_id = s.id
    where s.id = ${storeId} and b.checkout_id = ${order.checkoutId}`.execute(tx)
  const { name = '', locale = 'en' } = rows[0] ?? {}
  const lines = order.lines.filter(({ lineNo }) => lineNos.includes(lineNo))
  const number = formatId('chk', order.checkoutId)
  const receipt = { to: order.email, locale, storeName: name, number, currency: order.currency, lines, at: new Date() }
  await addMail(tx, { sealer, mail: withdrawalMail(receipt) })
}
