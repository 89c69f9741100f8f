import type { Tx } from '../db/database.ts'
import { type EventType, recordEvent } from '../events/record-event.ts'
import { formatId, type CheckoutId, type StoreId } from '../ids.ts'
import { toDecimal } from '../money.ts'
import type { PaidCheckout } from './buy/approve-checkout.ts'
import { paidOf, totalOf } from './checkout.ts'
import { readSoldLines } from './read/read-sold-lines.ts'

type CheckoutEvent = {
  type: Extract<EventType, `checkout.${string}` | `dispute.${string}`>
  /** Fields of this event type, in addition to those of the checkout. */
  extra?: Record<string, unknown>
}

export async function recordPurchaseEvent(
  tx: Tx,
  purchase: PaidCheckout,
  { type, extra = {} }: CheckoutEvent,
): Promise<void> {
  const { storeId, checkoutId, gameUserId, currency, lines } = purchase
  await recordEvent(tx, {
    storeId,
    type,
    data: {
      storeId: formatId('sto', storeId),
      checkoutId: formatId('chk', checkoutId),
      gameUserId,
      currency,
      total: toDecimal(totalOf(lines), currency),
      lines: lines.map((line) => ({
        lineNo: line.line_no,
        productId: formatId('prd', line.product_id),
        name: line.name,
        ...(line.variant_id && { variantId: formatId('var', line.variant_id), variantName: line.variant_name }),
        quantity: line.quantity,
        price: toDecimal(line.price_minor, currency),
        paid: toDecimal(paidOf(line), currency),
      })),
      ...extra,
    },
  })
}

/** Like `recordPurchaseEvent`, for callers that have not read the lines. */
export async function recordCheckoutEvent(
  tx: Tx,
  { storeId, checkoutId, ...event }: { storeId: StoreId; checkoutId: CheckoutId } & CheckoutEvent,
): Promise<void> {
  const lines = await readSoldLines(tx, { storeId, checkoutIds: [checkoutId] })
  const [first] = lines
  if (!first) return
  await recordPurchaseEvent(
    tx,
    { storeId, checkoutId, gameUserId: first.game_user_id, currency: first.currency, lines },
    event,
  )
}
