import { isCurrency, parsePrice } from '../../money.ts'

/**
 * Stripe's units are its own. Where its documentation contradicts itself (UGX), the special cases are what it enforces.
 * HUF and TWD are whole for payouts only; charges are in hundredths.
 */
const NO_DECIMALS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const THREE_DECIMALS = new Set('BHD JOD KWD OMR TND'.split(' '))
/** Written with two decimals that must be 00. */
const WHOLE_ONLY = new Set(['ISK', 'UGX'])
/** Not taken yet. Should Stripe begin to, a guess at its unit could sell for a tenth of the price. */
const UNIT_UNKNOWN = new Set(['IQD', 'LYD'])

/** Undefined: Stripe has no way to say this amount. Nothing is ever rounded. */
export function toStripeAmount(minor: number, currency: string): number | undefined {
  if (UNIT_UNKNOWN.has(currency)) return undefined
  const amount = rescale(minor, minorPerWhole(currency), stripePerWhole(currency))
  return amount !== undefined && amount % stepOf(currency) === 0 ? amount : undefined
}

/** Undefined: an amount that we cannot say, such as a fraction of a currency that has none with us. */
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
