import { useLingui } from '@lingui/react'
import { useTexts } from '../app/texts.tsx'
import type { Period } from './period.ts'

/** How a period, its bars and its axis are called. */
export function useLabels({ name, bars, before }: Period) {
  const t = useTexts()
  const { i18n } = useLingui()
  const hour = (at: number | Date) => i18n.date(new Date(at), { hour: '2-digit', minute: '2-digit' })
  const date = (at: number | Date) => i18n.date(new Date(at), { day: 'numeric', month: 'short' })
  const [first, middle, last] = [bars[0], bars[Math.floor(bars.length / 2)], bars.at(-1)].map((bar) => bar?.at ?? 0)
  if (name === 'today') {
    const day = i18n.date(before.from, { weekday: 'long' })
    return {
      name: t('period.today'),
      beforeName: t('today.lastWeekday', { day }),
      beforeNow: t('today.lastWeekdayNow', { day }),
      nameOf: hour,
      axis: ['00', '06', '12', '18', '24'],
      hour,
    }
  }
  return {
    name: t(`period.${name}`),
    beforeName: t('today.daysBefore', { count: bars.length }),
    beforeNow: t('today.daysBeforeNow', { count: bars.length }),
    nameOf: date,
    axis: [date(first ?? 0), date(middle ?? 0), date(last ?? 0)],
    hour: date,
  }
}
