import { useLingui } from '@lingui/react'

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/** Seconds as people read them. The symbols of the units are the same in all our languages. */
export function useDuration(): (seconds: number) => string {
  const { i18n } = useLingui()
  const whole = (value: number, unit: string) => `${i18n.number(Math.floor(value))} ${unit}`
  return (seconds) => {
    if (seconds < 9.95) return `${i18n.number(seconds, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`
    if (seconds < MINUTE) return whole(seconds, 's')
    if (seconds < HOUR) return whole(seconds / MINUTE, 'min')
    return seconds < DAY ? whole(seconds / HOUR, 'h') : whole(seconds / DAY, 'd')
  }
}

/** A running time: 2:51, or 1:02:51. */
export function stopwatch(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const rest = `${two((seconds % HOUR) / MINUTE)}:${two(seconds % MINUTE)}`
  return seconds < HOUR ? rest.replace(/^0/, '') : `${Math.floor(seconds / HOUR)}:${rest}`
}
