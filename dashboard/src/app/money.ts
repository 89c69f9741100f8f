import { useLingui } from '@lingui/react'
import { WrongInput } from './wrong-input.ts'

// The same as in the server: prices are stored in minor units, and the values of Intl differ between browsers.
const NO_DECIMALS = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '))
const THREE_DECIMALS = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** How many decimals the currency has: EUR 2, JPY 0, KWD 3. */
export function decimalsOf(currency: string): number {
  return NO_DECIMALS.has(currency) ? 0 : THREE_DECIMALS.has(currency) ? 3 : 2
}

/** Minor units as people write them, in the language of the person: €19.90. */
export function useMoney(): (minor: number, currency: string) => string {
  const { i18n } = useLingui()
  return (minor, currency) => {
    const digits = decimalsOf(currency)
    return i18n.number(minor / 10 ** digits, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  }
}

/** Basis points as a number of percent, in the language of the person: 12,5. */
export function usePercent(): (basisPoints: number) => string {
  const { i18n } = useLingui()
  return (basisPoints) => i18n.number(basisPoints / 100)
}

/** The sign of a currency beside an input: €. */
export function currencySign(currency: string, locale: string): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** Minor units as an input shows them: 19.90. */
export function toPriceText(minor: number, currency: string): string {
  return (minor / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency))
}

/** Reads `19.90` or `19,90` digit by digit, because 4.35 × 100 is not 435 in floating point. Undefined if it is not a price. */
export function parsePrice(text: string, currency: string): number | undefined {
  const digits = decimalsOf(currency)
  const [, whole, fraction = ''] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text.trim()) ?? []
  if (whole === undefined || fraction.length > digits) return undefined
  return Number(`${whole}${fraction.padEnd(digits, '0')}`)
}

/** The same for an input: refuses what is not a price. */
export function requirePrice(text: string, currency: string, field: string): number {
  const price = parsePrice(text, currency)
  if (price !== undefined) return price
  throw new WrongInput(field, 'input.price', { example: toPriceText(1_490, currency) })
}

/** Reads `12,5` as 1250 basis points. Refuses what is not a percentage between the limits. */
export function requirePercent(text: string, { min, max }: { min: number; max: number }, field: string): number {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  const basisPoints = whole === undefined ? Number.NaN : Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  if (basisPoints >= min && basisPoints <= max) return basisPoints
  throw new WrongInput(field, 'input.percent', { min: min / 100, max: max / 100 })
}
