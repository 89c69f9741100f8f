import { isCurrency, parsePrice } from '../../money.ts'

/**
 * Stripe's units differ from ISO 4217. Its documentation contradicts itself for UGX; the API enforces the special cases.
 * HUF and TWD have no decimals in payouts only, charges use hundredths.
 */
const NO_DECIMALS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const THREE_DECIMALS = new Set('BHD JOD KWD OMR TND'.split(' '))
/** Amounts have two decimals that must be 00. */
const WHOLE_ONLY = new Set(['ISK', 'UGX'])
/** Stripe does not support these yet. A wrong guess at the unit could sell for a tenth of the price. */
const UNIT_UNKNOWN = new Set(['IQD', 'LYD'])

/** Undefined if Stripe cannot represent the amount. Amounts are never rounded. */
export function toStripeAmount(minor: number, currency: string): number | undefined {
  if (UNIT_UNKNOWN.has(currency)) return undefined
  const amount = rescale(minor, minorPerWhole(currency), stripePerWhole(currency))
  return amount !== undefined && amount % stepOf(currency) === 0 ? amount : undefined
}

/** Undefined if minor units cannot represent the amount, such as a fraction of a currency without decimals. */
export function fromStripeAmount(amount: number, stripeCurrency: string): Money | undefined {
  const currency = stripeCurrency.toUpperCase()
  if (!isCurrency(currency) || UNIT_UNKNOWN.has(currency)) return undefined
  const amountMinor = rescale(amount, stripePerWhole(currency), minorPerWhole(currency))
  return amountMinor === undefined ? undefined : { amountMinor, currency }
}

type Money = { amountMinor: number; currency: string }

function rescale(amount: number, from: number, to: number): number | undefined {
  const result = from <= to ? amount * (to / from) : amount / (from / to)
  return Number.isSafeInteger(result) ? result : undefined
}

function minorPerWhole(currency: string): number {
  return parsePrice('1', currency)
}

function stripePerWhole(currency: string): number {
  if (NO_DECIMALS.has(currency)) return 1
  return THREE_DECIMALS.has(currency) ? 1000 : 100
}

function stepOf(currency: string): number {
  if (WHOLE_ONLY.has(currency)) return 100
  return THREE_DECIMALS.has(currency) ? 10 : 1
}
