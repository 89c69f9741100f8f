import type { BillingPeriod } from '../../server/src/catalog/billing-period.ts'

/** Times are milliseconds. */
export type Terms = { anchor: number; period: BillingPeriod; graceSeconds: number }

export type Fact =
  { kind: 'paid' | 'refunded' | 'disputed' | 'failed'; period: number } | { kind: 'cancelled' } | { kind: 'abandoned' }

/**
 * The rules of decision 0046, written from the record and not from the code: it walks through the calendar day by day and reads the
 * facts as a list.
 */
export type Expected = { state: string; paidUntil: string | null }

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MONTHS: Record<string, number> = { P1M: 1, P3M: 3, P1Y: 12 }

/** Milliseconds of the start of a period. */
export function startOfPeriod({ anchor, period }: Terms, no: number): number {
  if (period === 'P1W') {
    let start = anchor
    for (let week = 0; week < no; week++) for (let day = 0; day < 7; day++) start += DAY
    return start
  }
  const timeOfDay = anchor % DAY
  const midnight = anchor - timeOfDay
  const wantedDay = dayOfMonth(midnight)
  // The first day of the month in which the period starts.
  let first = midnight - (wantedDay - 1) * DAY
  for (let month = 0; month < no * (MONTHS[period] ?? 0); month++) first += lengthOfMonth(first) * DAY
  return first + (Math.min(wantedDay, lengthOfMonth(first)) - 1) * DAY + timeOfDay
}

export function periodOfCharge(terms: Terms, moment: number): number {
  let no = -1
  while (startOfPeriod(terms, no + 1) - moment <= DAY) no++
  return no
}

export function expectedStatus(terms: Terms, facts: Fact[], now: number): Expected {
  const has = (kind: Fact['kind'], period?: number) =>
    facts.some((fact) => fact.kind === kind && (period === undefined || ('period' in fact && fact.period === period)))
  const counting = facts.flatMap((fact) => (fact.kind === 'paid' ? [fact.period] : []))
  if (counting.length === 0)
    return { state: has('abandoned') || has('cancelled') ? 'ended' : 'pending', paidUntil: null }

  const newest = counting.sort((a, b) => b - a)[0] ?? 0
  const end = startOfPeriod(terms, newest + 1)
  const decide = () => {
    if (has('refunded', newest) || has('disputed', newest)) return 'ended'
    if (has('cancelled')) return end > now ? 'cancelling' : 'ended'
    if (end > now) return 'active'
    if (end + terms.graceSeconds * 1000 <= now) return 'ended'
    return has('failed', newest + 1) || now - end >= 2 * HOUR ? 'past_due' : 'active'
  }
  return { state: decide(), paidUntil: new Date(end).toISOString() }
}

function dayOfMonth(moment: number): number {
  return Number(new Date(moment).toISOString().slice(8, 10))
}

function lengthOfMonth(first: number): number {
  let days = 28
  while (dayOfMonth(first + days * DAY) !== 1) days++
  return days
}
