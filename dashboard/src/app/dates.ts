import { useLingui } from '@lingui/react'

/** Dates and times in the language and the time zone of the person. */
export function useDates() {
  const { i18n } = useLingui()
  return {
    day: (time: string | Date) => i18n.date(new Date(time), { dateStyle: 'medium' }),
    time: (time: string | Date) => i18n.date(new Date(time), { dateStyle: 'medium', timeStyle: 'short' }),
    clock: (time: string | Date) => i18n.date(new Date(time), { timeStyle: 'medium' }),
  }
}
