import { useLingui } from '@lingui/react'

/** Dates and times in the language and the time zone of the person. */
export function useDates() {
  const { i18n } = useLingui()
  return {
    day: (time: string | Date) => i18n.date(new Date(time), { dateStyle: 'medium' }),
    time: (time: string | Date) => i18n.date(new Date(time), { dateStyle: 'medium', timeStyle: 'short' }),
    ago: (time: string | Date) => formatAgo(new Date(time), i18n.locale),
    clock: (time: string | Date) => i18n.date(new Date(time), { timeStyle: 'medium', hourCycle: 'h23' }),
  }
}

const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

/** How long ago something was: "3 minutes ago". */
function formatAgo(time: Date, locale: string): string {
  const seconds = Math.max(0, Math.round((Date.now() - time.getTime()) / 1_000))
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.floor(seconds / size), unit)
}
