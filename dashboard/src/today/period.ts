export const PERIODS = ['today', '7d', '30d'] as const
export type PeriodName = (typeof PERIODS)[number]

export function isPeriod(value: unknown): value is PeriodName {
  return PERIODS.some((name) => name === value)
}

/** Days that the period shows, and how many days before it lies the one that it is compared with. */
const LENGTHS = { today: { days: 1, back: 7 }, '7d': { days: 7, back: 7 }, '30d': { days: 30, back: 30 } }

type Range = { from: Date; to: Date }

export type Period = {
  name: PeriodName
  interval: 'hour' | 'day'
  current: Range
  /** Until the same time of day as now. */
  before: Range
  /** The rest of the day a week ago, which the chart shows and the comparison leaves out. */
  rest: Range
  /** The start of each bar, and of the bar that it is compared with. */
  bars: { at: number; before: number }[]
}

/** The period in the time zone of the person. A day is from midnight to midnight, also when the clocks change. */
export function periodOf(name: PeriodName, now: Date): Period {
  const { days, back } = LENGTHS[name]
  const midnight = (daysLater: number, hours = 0) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysLater, hours)
  const sameTime = new Date(now)
  sameTime.setDate(now.getDate() - back)
  const bar = (day: number, hour: number) => ({
    at: midnight(day, hour).getTime(),
    before: midnight(day - back, hour).getTime(),
  })
  return {
    name,
    interval: days === 1 ? 'hour' : 'day',
    current: { from: midnight(1 - days), to: midnight(1) },
    before: { from: midnight(1 - days - back), to: sameTime },
    rest: { from: sameTime, to: midnight(1 - back) },
    bars:
      days === 1
        ? Array.from({ length: 24 }, (_, hour) => bar(0, hour))
        : Array.from({ length: days }, (_, index) => bar(index - days + 1, 0)),
  }
}
