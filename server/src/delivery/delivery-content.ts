import { AppError } from '../errors.ts'
import { formatId } from '../ids.ts'
import { toDecimal } from '../money.ts'
import type { DeliveredLine } from './delivery.ts'

/** Ten of these still fit into one answer. */
const MOST_BYTES = 200 * 1024

/**
 * Writes the products of an element as they will be handed out. This is done once, at the sale: every
 * poll passes the text on. n units are n entries with `quantity: 1`, so that clients that read the field
 * and clients that do not both deliver n.
 */
export function deliveryContent(lines: DeliveredLine[]): string {
  const entries = lines.flatMap((line) => Array<string>(line.quantity).fill(productText(line)))
  const text = `[${entries.join(',')}]`
  if (Buffer.byteLength(text) > MOST_BYTES) {
    throw new AppError(
      'purchase_too_large',
      'This purchase is too large to deliver in one piece; split it into several',
    )
  }
  return text
}

/** One product, one unit: what an EXPIRE carries. */
export function productText({ productId, name, priceMinor, currency, commands }: DeliveredLine): string {
  return JSON.stringify({
    id: formatId('prd', productId),
    name,
    price: toDecimal(priceMinor, currency),
    quantity: 1,
    commands,
  })
}
