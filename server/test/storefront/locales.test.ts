import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BUILT_IN_THEMES } from '../../src/themes/built-in-themes.ts'
import { readThemeFiles } from '../../src/themes/theme-files.ts'
import type { LocaleTexts } from '../../src/themes/translate.ts'

const FOLDER = join(import.meta.dirname, '../../themes')
const LOCALES = ['pt-BR', 'en', 'es']
const themes = new Map(
  await Promise.all(
    ['platform', ...BUILT_IN_THEMES].map(async (name) => [name, await readThemeFiles(join(FOLDER, name))] as const),
  ),
)

function textsOf(theme: string, locale: string): Map<string, string> {
  // A theme needs texts only if it has some that the platform lacks.
  const file = JSON.parse(String(themes.get(theme)?.get(`locales/${locale}.json`) ?? '{}')) as LocaleTexts
  return new Map(flatten(file))
}

function flatten(texts: LocaleTexts, prefix = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [[prefix + name, value]] : flatten(value, `${prefix}${name}.`),
  )
}

const placesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()
const liquidFiles = [...themes].flatMap(([theme, files]) =>
  [...files].flatMap(([path, body]) =>
    path.endsWith('.liquid') ? { name: `${theme}/${path}`, source: String(body) } : [],
  ),
)
const allKeys = [...themes.keys()].flatMap((theme) => [...textsOf(theme, 'en').keys()])

describe.each([...themes.keys()])('the texts of %s', (theme) => {
  test.each(LOCALES)('are complete in %s', (locale) => {
    const [english, texts] = [textsOf(theme, 'en'), textsOf(theme, locale)]
    expect([...texts.keys()]).toEqual([...english.keys()])
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test.each(LOCALES)('have the same values to fill in in %s', (locale) => {
    const texts = textsOf(theme, locale)
    // A single form can leave out its number: "One per player", not "1 per player".
    const differing = [...textsOf(theme, 'en')].filter(
      ([key, text]) => !key.endsWith('.one') && String(placesIn(text)) !== String(placesIn(texts.get(key) ?? '')),
    )
    expect(differing).toEqual([])
  })
})

test('every text that a template names exists, and every text is named', () => {
  const named = liquidFiles.flatMap(({ source }) =>
    [...source.matchAll(/'([a-z_]+(?:\.[a-z_]+)*\.?)'/g)].map(([, key = '']) => key),
  )
  const keys = new Set(named.filter((key) => key.includes('.')))
  const exists = (key: string) =>
    allKeys.some((known) => known === key || known.startsWith(key.endsWith('.') ? key : `${key}.`))
  const isAsset = (key: string) => [...themes.values()].some((files) => files.has(`assets/${key}`))
  const others = /\.(title|text)$|^\./
  expect([...keys].filter((key) => !others.test(key) && !isAsset(key) && !exists(key))).toEqual([])
  const prefixes = [...keys]
  // These are named by the code that builds the page.
  const namedByCode = /^(footer|order\.title|page\.test_store|checkout\.back|order\.back)/
  const unused = allKeys.filter(
    (known) => !prefixes.some((key) => known === key || known.startsWith(key.endsWith('.') ? key : `${key}.`)),
  )
  expect(unused.filter((key) => !namedByCode.test(key))).toEqual([])
})

test('no template has a text of its own', () => {
  const found = liquidFiles.flatMap(({ name, source }) => {
    const written = source.replace(/\{% schema %\}[^]*\{% endschema %\}/, '')
    const markup = written.replaceAll(/\{%-?[^]*?-?%\}/g, '').replaceAll(/\{\{[^]*?\}\}/g, '')
    const attributes = [...markup.matchAll(/\s(?:aria-label|alt|title|placeholder)="([^"]*)"/g)].map(
      ([, value]) => value ?? '',
    )
    const texts = markup.replaceAll(/<!?[^>]*>/g, '\n').split('\n')
    return [...texts, ...attributes].filter((text) => /\p{L}/u.test(text)).map((text) => `${name}: ${text.trim()}`)
  })
  expect(found).toEqual([])
})
