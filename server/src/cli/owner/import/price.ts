import { decimalsOf, parsePrice } from '../../../money.ts'
import { numberOf } from './source-values.ts'

/** A price of another platform, such as 4.99, in minor units. */
export function toPriceMinor(value: unknown, currency: string | null): number {
  const code = currency ?? 'USD'
  return parsePrice(Math.min(Math.max(numberOf(value), 0), 1e9).toFixed(decimalsOf(code)), code)
}
