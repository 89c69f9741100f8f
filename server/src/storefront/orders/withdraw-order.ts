import { sql } from 'kysely'
import { inStore } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'
import { refundPayment } from '../../payments/refund-payment.ts'
import type { PaymentContext } from '../../payments/receive-callback.ts'
import { readOrder } from './read-order.ts'
import { withdrawableLines } from './withdrawable.ts'

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
  context: PaymentContext,
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
    return lines
  })
  try {
    await refundPayment(context, { storeId, checkoutId, lineNos })
    return { lineNos, isRefunded: true }
  } catch (error) {
    if (error instanceof AppError) return { lineNos, isRefunded: false }
    throw error
  }
}
