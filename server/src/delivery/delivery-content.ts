import { AppError } from '../errors.ts'
import { formatId } from '../ids.ts'
import { toDecimal } from '../money.ts'
import type { DeliveredLine } from './delivery.ts'

/** Ten of these fit into one response. */
const MAX_BYTES = 200 * 1024

/**
 * Serializes the products of a delivery once, at the sale; every poll sends this text. n units are n entries with
 * `quantity: 1`, so that clients that read the field and clients that ignore it both deliver n.
 */
export function deliveryContent(lines: DeliveredLine[]): string {
  const entries = lines.flatMap((line) => Array<string>(line.quantity).fill(productText(line)))
  const text = `[${entries.join(',')}]`
  if (Buffer.byteLength(text) > MAX_BYTES) {
    throw new AppError(
      'purchase_too_large',
      'This purchase is too large for one delivery. Split it into several purchases.',
    )
  }
  return text
}

/** One unit of one product. An EXPIRE contains exactly that. */
export function productText({ productId, name, priceMinor, currency, commands }: DeliveredLine): string {
  return JSON.stringify({
    id: formatId('prd', productId),
    name,
    price: toDecimal(priceMinor, currency),
    quantity: 1,
    commands,
  })
}
