import { decimalsOf } from '../money.ts'

/** Creating a formatter takes longer than using it a hundred times. */
function remember<T>(create: (...names: string[]) => T): (...names: string[]) => T {
  const created = new Map<string, T>()
  return (...names) => {
    const key = names.join(' ')
    let found = created.get(key)
    if (found === undefined) created.set(key, (found = create(...names)))
    return found
  }
}

/** Currencies whose short symbol no other currency has. */
const UNAMBIGUOUS = new Set(['BRL', 'EUR', 'GBP', 'INR', 'KRW', 'UAH', 'VND', 'ILS', 'NGN', 'PHP'])

const moneyFormats = remember((locale = 'en', currency = 'USD') => {
  const digits = decimalsOf(currency)
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    // Otherwise Spanish writes "BRL" although "R$" belongs to one currency. "$" belongs to many.
    currencyDisplay: UNAMBIGUOUS.has(currency) ? 'narrowSymbol' : 'symbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
})

/** The one way in which pages write an amount of minor units. */
export function formatMoney(minor: number, { locale, currency }: { locale: string; currency: string }): string {
  return moneyFormats(locale, currency).format(minor / 10 ** decimalsOf(currency))
}

const numberFormats = remember((locale = 'en') => new Intl.NumberFormat(locale))

export function formatNumber(value: number, locale: string): string {
  return numberFormats(locale).format(value)
}

const DATE_STYLES = {
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  short: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  seconds: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  full: { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateStyle = keyof typeof DATE_STYLES

const dateFormats = remember((locale = 'en', timeZone = 'UTC', style = 'date') => {
  // Months and weekdays without commas, as in "22 November 2026".
  const spelling = locale === 'en' ? 'en-GB' : locale
  return new Intl.DateTimeFormat(spelling, { ...DATE_STYLES[style as DateStyle], timeZone })
})

export function formatDate(
  at: Date,
  { locale, timeZone, style }: { locale: string; timeZone: string; style: string },
): string {
  return dateFormats(locale, timeZone, Object.hasOwn(DATE_STYLES, style) ? style : 'date').format(at)
}

const agoFormats = remember(
  (locale = 'en', unit = 'minute') => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }),
)

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** `4 min`, `3 h`: how long ago something was, in its largest unit. */
export function formatAgo(at: Date, now: Date, locale: string): string {
  const seconds = Math.max(60, (now.getTime() - at.getTime()) / 1_000)
  const [unit, size] = UNITS.find(([, unitSize]) => seconds >= unitSize) ?? ['minute', 60]
  return agoFormats(locale, unit).format(Math.floor(seconds / size))
}

const unitFormats = remember(
  (locale = 'en', unit = 'day') => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }),
)
const listFormats = remember((locale = 'en') => new Intl.ListFormat(locale, { type: 'disjunction' }))

/** `30 days`, `30 or 90 days`. */
export function formatDurations(seconds: readonly number[], locale: string): string {
  const units = seconds.map((each) => UNITS.find(([, size]) => each % size === 0) ?? (['second', 1] as const))
  const texts = seconds.map((each, i) => {
    const [unit, size] = units[i] ?? ['second', 1]
    const isNamedLater = units[i + 1]?.[0] === unit
    return isNamedLater ? formatNumber(each / size, locale) : unitFormats(locale, unit).format(each / size)
  })
  return listFormats(locale).format(texts)
}
