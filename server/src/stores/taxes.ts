import { AppError } from '../errors.ts'

/** Rates in basis points by country: 1900 is 19 %. */
export type TaxRates = Record<string, number>

const MAX_RATES = 250
const MAX_RATE = 10_000
const COUNTRY = /^[A-Z]{2}$/

export function requireTaxRates(rates: { country: string; rate: number }[]): TaxRates {
  if (rates.length > MAX_RATES) throw new AppError('invalid_request', `A store has at most ${MAX_RATES} tax rates`)
  const found: TaxRates = {}
  for (const { country, rate } of rates) {
    if (!isCountry(country))
      throw new AppError('invalid_request', `${country} is not a country. Use two letters such as DE.`, {
        field: 'body/taxRates',
      })
    if (found[country] !== undefined)
      throw new AppError('invalid_request', `${country} has two tax rates. Keep one of them.`, {
        field: 'body/taxRates',
      })
    if (!Number.isInteger(rate) || rate < 0 || rate > MAX_RATE)
      throw new AppError('invalid_request', `The tax rate of ${country} must be from 0 to ${MAX_RATE} basis points`, {
        field: 'body/taxRates',
      })
    found[country] = rate
  }
  return found
}

/** Whether there is a country with this code. */
function isCountry(code: string): boolean {
  return COUNTRY.test(code) && new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined
}

/** In the language of the page. */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
}

export function listTaxRates(rates: TaxRates): { country: string; rate: number }[] {
  return Object.entries(rates)
    .map(([country, rate]) => ({ country, rate }))
    .toSorted((a, b) => (a.country < b.country ? -1 : 1))
}
