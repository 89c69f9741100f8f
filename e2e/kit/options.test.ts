import { expect, test } from 'vitest'
import { parseOptions } from './options.ts'

const DECLARED = {
  dbKills: { type: 'number', help: 'kills', default: 50, short: 3, max: 1_000 },
  servers: { type: 'number', help: 'servers' },
  profile: { type: 'text', help: 'which', default: 'delivery', choices: ['delivery', 'money'] },
  verbose: { type: 'flag', help: 'print more' },
} as const

test('options have the defaults of the form that was chosen', () => {
  expect(parseOptions(DECLARED, [])).toMatchObject({ dbKills: 50, profile: 'delivery', verbose: false, json: false })
  expect(parseOptions(DECLARED, ['--short']).dbKills).toBe(3)
  expect(parseOptions(DECLARED, []).servers).toBeUndefined()
  expect(parseOptions(DECLARED, []).seed).not.toBe(parseOptions(DECLARED, []).seed)
})

test('options can be given with a space or an equals sign', () => {
  const args = ['--db-kills', '7', '--profile=money', '--seed', '1', '--verbose', '--short']
  const expected = { dbKills: 7, profile: 'money', seed: 1, verbose: true, short: true }
  expect(parseOptions(DECLARED, args)).toMatchObject(expected)
})

test.each([
  [['--db-kill', '7'], "Unknown option '--db-kill'"],
  [['--db-kills', 'many'], '--db-kills is "many". It must be a whole number of at most 1000.'],
  [['--db-kills', '1001'], 'at most 1000'],
  [['--db-kills'], "Option '--db-kills <value>' argument missing"],
  [['--profile', 'agnt'], '--profile is "agnt". It must be one of: delivery, money.'],
  [['money'], "Unexpected argument 'money'"],
])('%j is rejected', (args, message) => {
  expect(() => parseOptions(DECLARED, args)).toThrow(message)
})
