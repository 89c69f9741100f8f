import { readFile } from 'node:fs/promises'
import type { Locale } from '../../server/src/locales.ts'
import { toText } from '../../server/src/themes/html.ts'
import { createTranslate, type LocaleTexts, type Parameters } from '../../server/src/themes/translate.ts'

export type Text = (key: string, parameters?: Parameters) => string

/** The texts of the pages as a visitor reads them. */
export async function readTexts(locale: Locale): Promise<Text> {
  const translate = createTranslate(locale, [await readLocale(locale)])
  return (key, parameters) => {
    const text = toText(translate(key, parameters))
    if (text === key) throw new Error(`There is no text ${key} in ${locale}`)
    return text
  }
}

async function readLocale(locale: Locale): Promise<LocaleTexts> {
  const file = new URL(`../../server/themes/platform/locales/${locale}.json`, import.meta.url)
  return JSON.parse(await readFile(file, 'utf8')) as LocaleTexts
}
