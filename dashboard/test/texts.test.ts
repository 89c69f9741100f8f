import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const LOCALES = ['en', 'pt-BR', 'es']

type Texts = Record<string, string>

const texts = new Map(await Promise.all(LOCALES.map(async (locale) => [locale, await readTexts(locale)] as const)))
const english = texts.get('en') ?? {}

async function readTexts(locale: string): Promise<Texts> {
  return JSON.parse(await readFile(join(ROOT, 'locales', `${locale}.json`), 'utf8')) as Texts
}

/** The values and elements that a text contains, and the forms of its plurals. */
function partsOf(text: string): string[] {
  return [...text.matchAll(/\{\w+(?=[,}])|<\/?\d+>/g)].map(([part]) => part).sort()
}

test.each(LOCALES.slice(1))('%s has every text, with the same values and elements', (locale) => {
  const translated = texts.get(locale) ?? {}
  expect(Object.keys(translated)).toEqual(Object.keys(english))
  for (const [id, text] of Object.entries(translated)) {
    expect(partsOf(text), id).toEqual(partsOf(english[id] ?? ''))
    expect(text.trim(), id).not.toBe('')
    expect(() => compileMessage(text), id).not.toThrow()
  }
})

test('every text is used', async () => {
  const sources: string[] = []
  for await (const file of glob('src/**/*.{ts,tsx}', { cwd: ROOT }))
    sources.push(await readFile(join(ROOT, file), 'utf8'))
  const code = sources.join('\n')
  // Ids such as `role.owner` are put together from `role.` and a value.
  const isUsed = (id: string) =>
    code.includes(`'${id}'`) || code.includes(`"${id}"`) || code.includes(`\`${id.replace(/[^.]+$/, '')}$`)
  const built = /^link\.(email|approve|undo|invitation)\./
  expect(Object.keys(english).filter((id) => !isUsed(id) && !built.test(id))).toEqual([])
})
