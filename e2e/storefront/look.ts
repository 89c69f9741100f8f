import { LOCALES, type Locale } from '../../server/src/locales.ts'
import { DESKTOP, PHONE, type Scheme, SCHEMES } from './browser.ts'

/** How a browser is set up. */
export type Look = { locale: Locale; scheme: Scheme; width: number; hasScript: boolean }

/** Three languages and two schemes share no factor, so consecutive numbers reach every pair. */
export function lookNumber(index: number, hasScript: boolean): Look {
  return {
    locale: LOCALES[index % LOCALES.length] ?? 'en',
    scheme: SCHEMES[index % SCHEMES.length] ?? 'light',
    width: index % 4 < 2 ? PHONE : DESKTOP,
    hasScript,
  }
}

export const LOOKS = LOCALES.length * SCHEMES.length

export function nameOf({ locale, scheme, width, hasScript }: Look): string {
  return `${locale}, ${scheme}, ${width} px${hasScript ? '' : ', without scripts'}`
}
