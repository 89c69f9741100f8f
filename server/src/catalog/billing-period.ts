import { AppError } from '../errors.ts'

/** How often a subscription is paid, as ISO 8601 writes it. */
export const BILLING_PERIODS = ['P1W', 'P1M', 'P3M', 'P1Y'] as const
export type BillingPeriod = (typeof BILLING_PERIODS)[number]

/** The words of the storefront, for texts such as `period.per.month`. */
const WORDS = { P1W: 'week', P1M: 'month', P3M: 'quarter', P1Y: 'year' } as const
export type PeriodWord = (typeof WORDS)[BillingPeriod]

const MONTHS = { P1M: 1, P3M: 3, P1Y: 12 } as const
const DAY_MS = 86_400_000
/** Providers charge some minutes early. */
const MAX_EARLY_MS = DAY_MS

export function requireBillingPeriod(text: string): BillingPeriod {
  const found = BILLING_PERIODS.find((period) => period === text)
  if (found) return found
  throw new AppError(
    'invalid_request',
    `"${text}" is not a billing period. Use ${BILLING_PERIODS.slice(0, -1).join(', ')} or ${BILLING_PERIODS.at(-1)}.`,
  )
}

export function periodWord(period: BillingPeriod): PeriodWord {
  return WORDS[period]
}

/** When period `no` starts; the first is 0. Months count from the anchor, so a short month does not change the later ones. */
export function periodStart(anchor: Date, period: BillingPeriod, no: number): Date {
  if (period === 'P1W') return new Date(anchor.getTime() + no * 7 * DAY_MS)
  const months = anchor.getUTCMonth() + MONTHS[period] * no
  const year = anchor.getUTCFullYear()
  // Day 0 is the last day of the month before.
  const lastDay = new Date(Date.UTC(year, months + 1, 0)).getUTCDate()
  const start = new Date(anchor)
  start.setUTCFullYear(year, months, Math.min(anchor.getUTCDate(), lastDay))
  return start
}

/** The period that a charge at this moment belongs to. Negative before the first one. */
export function periodNoAt(anchor: Date, period: BillingPeriod, moment: Date): number {
  const latest = moment.getTime() + MAX_EARLY_MS
  const days = period === 'P1W' ? 7 : MONTHS[period] * 31
  let no = Math.floor((latest - anchor.getTime()) / (days * DAY_MS)) - 1
  while (periodStart(anchor, period, no + 1).getTime() <= latest) no++
  return no
}
