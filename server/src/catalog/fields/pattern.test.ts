import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesPattern, readPattern } from './pattern.ts'

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  String.raw`\d`,
  String.raw`\w`,
  '[a-c]',
  '[^a]',
  String.raw`\.`,
  '-',
  String.raw`\p{L}`,
)
const times = fc.constantFrom('', '?', '*', '+', '{2}', '{0,2}', '{1,}')
const pattern = fc
  .array(fc.tuple(atom, times), { minLength: 1, maxLength: 6 })
  .map((items) => items.map((item) => item.join('')).join(''))

test('every pattern matches what the same regular expression matches', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '.', '-', 'é', '😀'), maxLength: 8 })
  fc.assert(
    fc.property(pattern, text, (source, value) => {
      expect(matchesPattern(readPattern(source), value)).toBe(new RegExp(`^(?:${source})$`, 'su').test(value))
    }),
    { numRuns: 5_000 },
  )
})

test('a pattern that makes a backtracking engine hang compares each character at most once with each of its parts', () => {
  const hostile = readPattern(`${'a*'.repeat(90)}b`)
  let comparisons = 0
  const counting = hostile.map((step) => {
    const countAndTest = (character: string) => {
      if (++comparisons > hostile.length * 200) throw new Error('A character is compared again')
      return step.test.test(character)
    }
    return { ...step, test: Object.assign(new RegExp(step.test), { test: countAndTest }) }
  })
  expect(matchesPattern(counting, 'a'.repeat(200))).toBe(false)
  expect(comparisons).toBe(hostile.length * 200)
})

test.each([
  '(a+)+',
  'a|b',
  '',
  '^$',
  'a{201}',
  'a{5,2}',
  '[',
  String.raw`\1`,
  String.raw`\b`,
  'a**',
  '[a-',
  '(?=a)',
  'a{200}b{200}c{200}',
])('%j is refused', (source) => expect(() => readPattern(source)).toThrow(/pattern .* is invalid/))

test('anchors around a pattern are accepted and change nothing', () => {
  expect(matchesPattern(readPattern('^[a-z]{3}$'), 'abc')).toBe(true)
  expect(matchesPattern(readPattern(String.raw`a\$`), 'a$')).toBe(true)
})
