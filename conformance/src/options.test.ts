import { expect, test } from 'vitest'
import { readOptions, UsageError } from './options.ts'

test('without a word it plays every scenario of 1.0 against a client that a person starts', () => {
  const { client, version, scenarios, parallel, demand } = readOptions([])
  expect({ client, version, parallel, demand }).toEqual({
    client: undefined,
    version: '1.0',
    parallel: 1,
    demand: 'must',
  })
  expect(new Set(scenarios.map(({ id }) => id)).size).toBe(scenarios.length)
})

test('chosen scenarios are played in the order of the list', () => {
  const { scenarios } = readOptions(['--only', 'report-cut,approve', '--only', 'pace'])
  expect(scenarios.map(({ id }) => id)).toEqual(['approve', 'pace', 'report-cut'])
})

test.each([['--only nothing'], ['--interface 3.0'], ['--demand may'], ['--timeout soon'], ['--unheard-of']])(
  'a command line with %s is refused',
  (line) => {
    expect(() => readOptions(line.split(' '))).toThrow(UsageError)
  },
)
