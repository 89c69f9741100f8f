import { toDecimal } from '../../money.ts'

/** MercadoPago takes these in whole units, although they have hundredths. */
const WHOLE_ONLY = new Set(['COP', 'HNL', 'NIO'])

/** The JSON number that MercadoPago is told. Undefined: it does not take this amount. Nothing is ever rounded. */
export function toMercadopagoAmount(minor: number, currency: string): number | undefined {
  const amount = toDecimal(minor, currency)
  return WHOLE_ONLY.has(currency) && !Number.isInteger(amount) ? undefined : amount
}
