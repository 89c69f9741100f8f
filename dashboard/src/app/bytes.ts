import { useLingui } from '@lingui/react'

/** The size of a file in the language of the person: 120 kB. */
export function useBytes(): (bytes: number) => string {
  const { i18n } = useLingui()
  return (bytes) => i18n.number(Math.ceil(bytes / 1_000), { style: 'unit', unit: 'kilobyte', unitDisplay: 'short' })
}
