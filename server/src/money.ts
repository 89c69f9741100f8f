import { AppError } from './errors.ts'

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
const MOST_MINOR = 1_000_000_000_000

export function isCurrency(text: string): boolean {
  return CURRENCIES.has(text)
}

/** How many decimals the currency has: BRL 2, JPY 0, KWD 3. */
function decimalsOf(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return maximumFractionDigits ?? 2
}

/** Reads `19.90` into 1990 digit by digit: 4.35 × 100 is not 435 in floating point. */
export function parsePrice(text: string, currency: string): number {
  const decimals = decimalsOf(currency)
  const match = /^(\d{1,13})(?:\.(\d+))?$/.exec(text)
  const fraction = match?.[2] ?? ''
  if (!match || fraction.length > decimals) {
    const example = decimals === 0 ? '1990' : `19.${'90'.padEnd(decimals, '0').slice(0, decimals)}`
    throw new AppError('invalid_request', `"${text}" is not a price in ${currency}; write it like ${example}`)
  }
  const minor = Number(`${match[1]}${fraction.padEnd(decimals, '0')}`)
  if (minor > MOST_MINOR) throw new AppError('invalid_request', `The price ${text} is too high`)
  return minor
}

/** The decimal that the wire shows. Exact: the shortest text of minor/10^n is that decimal below 10^15. */
export function toDecimal(minor: number, currency: string): number {
  return minor / 10 ** decimalsOf(currency)
}
