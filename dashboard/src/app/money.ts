import { useLingui } from '@lingui/react'

/** Amounts in minor units, in the language of the person: `money(1990, 'EUR')`. */
export function useMoney(): (minor: number, currency: string) => string {
  const { i18n } = useLingui()
  return (minor, currency) => {
    const format = new Intl.NumberFormat(i18n.locale, { style: 'currency', currency })
    const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
    return format.format(minor / 10 ** digits)
  }
}
