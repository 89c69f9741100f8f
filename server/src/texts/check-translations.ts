import { AppError } from '../errors.ts'
import { LOCALES, type Translations } from '../locales.ts'

type Checks<Texts> = { [Name in keyof Texts]: (text: Texts[Name]) => Texts[Name] }

/** Checks each text like the one in the default language. */
export function checkTranslations<Texts extends object>(
  translations: Translations<Texts>,
  checks: Checks<Texts>,
): Translations<Texts> {
  const unknown = Object.keys(translations).find((locale) => !(LOCALES as readonly string[]).includes(locale))
  if (unknown !== undefined) {
    throw new AppError('invalid_request', `"${unknown}" is not a language of storefronts. Use ${LOCALES.join(', ')}`)
  }
  const checked: Translations<Texts> = {}
  for (const locale of LOCALES) {
    const texts = translations[locale]
    if (!texts) continue
    const result: Partial<Texts> = {}
    for (const name of Object.keys(checks) as (keyof Texts)[]) {
      const text = texts[name]
      if (text !== undefined) result[name] = checks[name](text)
    }
    checked[locale] = result
  }
  return checked
}
