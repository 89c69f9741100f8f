import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { ERROR_CODES } from '../../server/src/errors.ts'
import { readTexts } from '../compile-texts.ts'

const ROOT = join(import.meta.dirname, '..')
const LOCALES = ['en', 'pt-BR', 'es']

const texts = new Map(LOCALES.map((locale) => [locale, readTexts(locale)]))
const english = texts.get('en') ?? {}

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

test('every error code of the API has a text', () => {
  const codes = Object.keys(english).flatMap((id) => /^problem\.(.+)/.exec(id)?.[1] ?? [])
  expect(codes.sort()).toEqual([...ERROR_CODES, 'unreachable'].sort())
})

test('every text is used', async () => {
  const sources: string[] = []
  for await (const file of glob('src/**/*.{ts,tsx}', { cwd: ROOT }))
    sources.push(await readFile(join(ROOT, file), 'utf8'))
  const code = sources.join('\n')
  // Ids such as `role.owner` are put together from `role.` and a value.
  const isUsed = (id: string) =>
    code.includes(`'${id}'`) || code.includes(`"${id}"`) || code.includes(`\`${id.replace(/[^.]+$/, '')}$`)
  const built = /^link\.(email|approve|undo|alerts|invitation)\./
  expect(Object.keys(english).filter((id) => !isUsed(id) && !built.test(id))).toEqual([])
})
