import { AppError } from './errors.ts'

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
const MOST_MINOR = 1_000_000_000_000

export function isCurrency(text: string): boolean {
  return CURRENCIES.has(text)
}

// ISO 4217. Not asked of Intl: its answers change with the version of Node, and what stored prices mean must not.
const NO_DECIMALS = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '))
const THREE_DECIMALS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** How many decimals the currency has: BRL 2, JPY 0, KWD 3. */
function decimalsOf(currency: string): number {
  return NO_DECIMALS.has(currency) ? 0 : THREE_DECIMALS.has(currency) ? 3 : 2
}

/** Reads `19.90` into 1990 digit by digit: 4.35 × 100 is not 435 in floating point. */
export function parsePrice(text: string, currency: string): number {
  const digits = decimalsOf(currency)
  const match = /^(\d{1,13})(?:\.(\d+))?$/.exec(text)
  const fraction = match?.[2] ?? ''
  if (!match || fraction.length > digits) {
    const example = digits === 0 ? '1990' : `19.${'90'.padEnd(digits, '0').slice(0, digits)}`
    throw new AppError('invalid_request', `"${text}" is not a price in ${currency}; write it like ${example}`)
  }
  const minor = Number(`${match[1]}${fraction.padEnd(digits, '0')}`)
  if (minor > MOST_MINOR) throw new AppError('invalid_request', `The price ${text} is too high`)
  return minor
}

/** The same of a price that was given in the smallest units already. */
export function requireMinor(minor: number): number {
  if (Number.isInteger(minor) && minor >= 0 && minor <= MOST_MINOR) return minor
  throw new AppError('invalid_request', `A price is a whole number of smallest units from 0 to ${MOST_MINOR}`)
}

/** The decimal that the wire shows. Exact: the shortest text of minor/10^n is that decimal below 10^15. */
export function toDecimal(minor: number, currency: string): number {
  return minor / 10 ** decimalsOf(currency)
}

/** For people: `R$19.90`. With the decimals that the currency has here, whatever the version of Node thinks of it. */
export function writeMoney(amount: number, currency: string): string {
  const digits = decimalsOf(currency)
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount)
}
