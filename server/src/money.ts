import { AppError } from './errors.ts'

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
const MAX_MINOR = 1_000_000_000_000

export function isCurrency(text: string): boolean {
  return CURRENCIES.has(text)
}

// ISO 4217. Not taken from Intl, because its values differ between Node versions and stored prices must keep their meaning.
const NO_DECIMALS = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '))
const THREE_DECIMALS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** How many decimals the currency has: BRL 2, JPY 0, KWD 3. */
export function decimalsOf(currency: string): number {
  return NO_DECIMALS.has(currency) ? 0 : THREE_DECIMALS.has(currency) ? 3 : 2
}

/** Reads `19.90` into 1990 digit by digit: 4.35 × 100 is not 435 in floating point. */
export function parsePrice(text: string, currency: string): number {
  const digits = decimalsOf(currency)
  const match = /^(\d{1,13})(?:\.(\d+))?$/.exec(text)
  const fraction = match?.[2] ?? ''
  if (!match || fraction.length > digits) {
    const example = digits === 0 ? '1990' : `19.${'90'.padEnd(digits, '0').slice(0, digits)}`
    throw new AppError('invalid_request', `"${text}" is not a price in ${currency}. Use one like ${example}`)
  }
  const minor = Number(`${match[1]}${fraction.padEnd(digits, '0')}`)
  if (minor > MAX_MINOR) throw new AppError('invalid_request', `The price ${text} is too high. Use a lower price`)
  return minor
}

/** Validates a price in minor units. */
export function requireMinor(minor: number): number {
  if (Number.isInteger(minor) && minor >= 0 && minor <= MAX_MINOR) return minor
  throw new AppError('invalid_request', `A price must be a whole number of minor units from 0 to ${MAX_MINOR}`)
}

/** The decimal that responses contain. Exact below 10^15, where the shortest text of minor/10^n is that decimal. */
export function toDecimal(minor: number, currency: string): number {
  return minor / 10 ** decimalsOf(currency)
}

/** For people: `R$19.90`, with our own number of decimals instead of Intl's. */
export function writeMoney(amount: number, currency: string): string {
  const digits = decimalsOf(currency)
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount)
}
