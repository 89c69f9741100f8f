import type { Locale } from '../locales.ts'
import { BUILT_IN_THEMES, readBuiltInTheme } from './built-in-themes.ts'
import type { LocaleTexts } from './translate.ts'

/** The texts of a language by their keys, such as `basket.items.one`. */
export type TextsByKey = ReadonlyMap<string, string>

/** The texts of our own pages and of the built-in themes. The first theme that has a key decides. */
export async function readBuiltInTexts(locale: Locale): Promise<TextsByKey> {
  const themes = await Promise.all((['platform', ...BUILT_IN_THEMES] as const).map(readBuiltInTheme))
  const files = themes.flatMap((theme) => theme.get(`locales/${locale}.json`) ?? [])
  return new Map(files.toReversed().flatMap((file) => flatten(JSON.parse(file.toString()) as LocaleTexts)))
}

function flatten(texts: LocaleTexts, prefix = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [[prefix + name, value]] : flatten(value, `${prefix}${name}.`),
  )
}

/**
 * The file that contains the given texts. A text with plural forms is complete: its other forms are those of the first of
 * the files that has it.
 */
export function nestTexts(texts: Readonly<Record<string, string>>, files: readonly LocaleTexts[]): LocaleTexts {
  const nested: Group = {}
  for (const [key, text] of Object.entries(texts)) {
    const path = key.split('.')
    const last = path.pop() ?? ''
    let group = nested
    for (const [i, name] of path.entries()) {
      group[name] ??= i === path.length - 1 ? formsOf(files, path) : {}
      group = group[name] as Group
    }
    group[last] = text
  }
  return nested
}

type Group = { [name: string]: string | Group }

/** Empty unless this is a text with plural forms. */
function formsOf(files: readonly LocaleTexts[], path: readonly string[]): Group {
  for (const file of files) {
    let found: string | LocaleTexts | undefined = file
    for (const name of path) found = typeof found === 'object' ? found[name] : undefined
    if (typeof found === 'object') return 'other' in found ? { ...found } : {}
  }
  return {}
}
