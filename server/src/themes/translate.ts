import { Html, toMarkup, toText } from './html.ts'

/** A locale file: texts in nested groups. A group with `other` holds the plural forms of one text. */
export type LocaleTexts = { readonly [key: string]: string | LocaleTexts }
export type Parameters = Readonly<Record<string, unknown>>
export type Translate = (key: string, parameters?: Parameters) => string | Html

/**
 * The texts of the first file that has the key. A text has no markup, so that a store can replace it safely. Values such as
 * `{count}` can be markup; the result is markup as well then.
 */
export function createTranslate(locale: string, files: readonly LocaleTexts[]): Translate {
  const plurals = new Intl.PluralRules(locale)
  return (key, parameters = {}) => {
    const text = findText(files, key, (forms) => {
      const form = plurals.select(Number(toText(parameters['count'])))
      return forms[form] ?? forms['other']
    })
    return text === undefined ? key : fill(text, parameters)
  }
}

function findText(
  files: readonly LocaleTexts[],
  key: string,
  choose: (forms: LocaleTexts) => string | LocaleTexts | undefined,
): string | undefined {
  for (const file of files) {
    let found: string | LocaleTexts | undefined = file
    for (const part of key.split('.')) {
      found = typeof found === 'object' && Object.hasOwn(found, part) ? found[part] : undefined
    }
    if (typeof found === 'object' && Object.hasOwn(found, 'other')) found = choose(found)
    if (typeof found === 'string') return found
  }
  return undefined
}

const PLACE = /\{(\w+)\}/g

function fill(text: string, parameters: Parameters): string | Html {
  if (!text.includes('{')) return text
  const plain = text.replaceAll(PLACE, (place, name: string) => (name in parameters ? toText(parameters[name]) : place))
  if (!Object.values(parameters).some((value) => value instanceof Html)) return plain
  const parts = text.split(PLACE)
  const markup = parts.map((part, i) =>
    i % 2 === 0 ? toMarkup(part) : part in parameters ? toMarkup(parameters[part]) : `{${part}}`,
  )
  return new Html(markup.join(''), plain)
}
