import { useLingui } from '@lingui/react'

let zone: string | undefined

/** The time zone of the person. Browsers take milliseconds to find it, so it is asked for once. */
export function timeZone(): string {
  return (zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone)
}

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

const agoFormats: Record<string, Intl.RelativeTimeFormat> = {}

/** How long ago something was: "3 minutes ago". */
function formatAgo(time: Date, locale: string): string {
  const seconds = Math.max(0, Math.round((Date.now() - time.getTime()) / 1_000))
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['second', 1]
  const format = (agoFormats[locale] ??= new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  return format.format(-Math.floor(seconds / size), unit)
}
