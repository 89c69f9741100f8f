import type { Translate } from '../app/texts.tsx'

export const UNITS = ['days', 'hours', 'minutes', 'seconds', 'forever'] as const
export type Unit = (typeof UNITS)[number]

/** How long something lasts, as people enter it. */
export type Span = { amount: string; unit: Unit }

const SECONDS: Record<Exclude<Unit, 'forever'>, number> = { days: 86_400, hours: 3_600, minutes: 60, seconds: 1 }
const MAX_SECONDS = 3_153_600_000

/** In the largest unit that needs no fraction. */
export function spanOf(seconds: number | null): Span {
  if (seconds === null) return { amount: '', unit: 'forever' }
  const [unit, length] = Object.entries(SECONDS).find(([, each]) => seconds % each === 0) ?? ['seconds', 1]
  return { amount: String(seconds / length), unit: unit as Unit }
}

/** Null means for ever. Undefined if it is not a duration. */
export function secondsOf({ amount, unit }: Span): number | null | undefined {
  if (unit === 'forever') return null
  if (!/^\d{1,10}$/.test(amount.trim())) return undefined
  const seconds = Number(amount) * SECONDS[unit]
  return seconds >= 1 && seconds <= MAX_SECONDS ? seconds : undefined
}

export function describeSpan({ amount, unit }: Span, t: Translate): string {
  return unit === 'forever' ? t('duration.forever') : t(`duration.${unit}`, { count: Number(amount) })
}
