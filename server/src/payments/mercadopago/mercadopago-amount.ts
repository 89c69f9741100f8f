import { toDecimal } from '../../money.ts'

/** MercadoPago accepts whole units only, although these currencies have decimals. */
const WHOLE_ONLY = new Set(['COP', 'HNL', 'NIO'])

/** Undefined if MercadoPago does not accept the amount. Amounts are never rounded. */
export function toMercadopagoAmount(minor: number, currency: string): number | undefined {
  const amount = toDecimal(minor, currency)
  return WHOLE_ONLY.has(currency) && !Number.isInteger(amount) ? undefined : amount
}
