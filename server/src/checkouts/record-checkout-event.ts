import type { Tx } from '../db/database.ts'
import { type EventType, recordEvent } from '../events/record-event.ts'
import { formatId, type CheckoutId, type StoreId } from '../ids.ts'
import { toDecimal } from '../money.ts'
import type { PaidCheckout } from './buy/approve-checkout.ts'
import { totalOf } from './checkout.ts'
import { soldLines } from './read/sold-lines.ts'

type Told = {
  type: Extract<EventType, `checkout.${string}` | `dispute.${string}`>
  /** What this kind of event says beyond the checkout itself. */
  more?: Record<string, unknown>
}

/** Others hear of what happened to a checkout, if and only if it happened: in the same transaction. */
export async function recordSaleEvent(tx: Tx, sale: PaidCheckout, { type, more = {} }: Told): Promise<void> {
  const { storeId, checkoutId, gameUserId, currency, lines } = sale
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
        quantity: line.quantity,
        price: toDecimal(line.price_minor, currency),
      })),
      ...more,
    },
  })
}

export async function recordCheckoutEvent(
  tx: Tx,
  { storeId, checkoutId, ...told }: { storeId: StoreId; checkoutId: CheckoutId } & Told,
): Promise<void> {
  const lines = await soldLines(tx, { storeId, checkoutIds: [checkoutId] })
  const [first] = lines
  if (!first) return
  await recordSaleEvent(
    tx,
    { storeId, checkoutId, gameUserId: first.game_user_id, currency: first.currency, lines },
    told,
  )
}
