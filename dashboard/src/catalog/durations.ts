import type { Translate } from '../app/texts.tsx'

export const UNITS = ['days', 'hours', 'minutes', 'seconds', 'forever'] as const
export type Unit = (typeof UNITS)[number]

/** How often a subscription is paid. */
export const BILLING_PERIODS = ['P1W', 'P1M', 'P3M', 'P1Y'] as const
export type BillingPeriod = (typeof BILLING_PERIODS)[number]

/** How long something lasts, as people enter it, or how often it is paid. */
export type Span = { amount: string; unit: Unit | BillingPeriod }

const SECONDS: Record<Exclude<Unit, 'forever'>, number> = { days: 86_400, hours: 3_600, minutes: 60, seconds: 1 }
const MAX_SECONDS = 3_153_600_000

/** In the largest unit that needs no fraction. */
export function spanOf(seconds: number | null, billingPeriod: BillingPeriod | null = null): Span {
  if (billingPeriod !== null) return { amount: '', unit: billingPeriod }
  if (seconds === null) return { amount: '', unit: 'forever' }
  const [unit, length] = Object.entries(SECONDS).find(([, each]) => seconds % each === 0) ?? ['seconds', 1]
  return { amount: String(seconds / length), unit: unit as Unit }
}

export function periodOf({ unit }: Span): BillingPeriod | null {
  return BILLING_PERIODS.find((period) => period === unit) ?? null
}

/** Whether a number belongs to the unit. */
export function hasAmount(unit: Span['unit']): unit is Exclude<Unit, 'forever'> {
  return unit in SECONDS
}

/** Null means for ever, or as long as it is paid. Undefined if it is not a duration. */
export function secondsOf({ amount, unit }: Span): number | null | undefined {
  if (!hasAmount(unit)) return null
  if (!/^\d{1,10}$/.test(amount.trim())) return undefined
  const seconds = Number(amount) * SECONDS[unit]
  return seconds >= 1 && seconds <= MAX_SECONDS ? seconds : undefined
}

export function describeSpan({ amount, unit }: Span, t: Translate): string {
  if (hasAmount(unit)) return t(`duration.${unit}`, { count: Number(amount) })
  return unit === 'forever' ? t('duration.forever') : t(`duration.unit.${unit}`)
}
