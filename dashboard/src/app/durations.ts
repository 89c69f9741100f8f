import { useLingui } from '@lingui/react'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The time between two moments: `1.6 s`, `13 min`, `2 h 20 min`, `3 d 5 h`. The signs of the units are international. */
export function useDuration(): (from: string | Date, to: string | Date) => string {
  const { i18n } = useLingui()
  return (from, to) => {
    const seconds = Math.max(0, new Date(to).getTime() - new Date(from).getTime()) / 1000
    if (seconds < 10) return `${i18n.number(seconds, { maximumFractionDigits: 1 })} s`
    if (seconds < MINUTE) return `${Math.round(seconds)} s`
    if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`
    if (seconds < DAY) return inUnits(seconds, [HOUR, 'h'], [MINUTE, 'min'])
    return inUnits(seconds, [DAY, 'd'], [HOUR, 'h'])
  }
}

function inUnits(seconds: number, [large, largeSign]: [number, string], [small, smallSign]: [number, string]): string {
  const rest = Math.floor((seconds % large) / small)
  return `${Math.floor(seconds / large)} ${largeSign}${rest === 0 ? '' : ` ${rest} ${smallSign}`}`
}
