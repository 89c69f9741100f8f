import { expect, test } from 'vitest'
import { readOptions, UsageError } from './options.ts'

test('without arguments, all scenarios of 1.0 run against a client that a person starts', () => {
  const { clientCommand, version, scenarios, parallel, requiredLevel } = readOptions([])
  expect({ clientCommand, version, parallel, requiredLevel }).toEqual({
    clientCommand: undefined,
    version: '1.0',
    parallel: 1,
    requiredLevel: 'must',
  })
  expect(new Set(scenarios.map(({ id }) => id)).size).toBe(scenarios.length)
})

test('selected scenarios run in the order of the list', () => {
  const { scenarios } = readOptions(['--only', 'report-lost,approve', '--only', 'poll-interval'])
  expect(scenarios.map(({ id }) => id)).toEqual(['approve', 'poll-interval', 'report-lost'])
})

test.each([['--only nothing'], ['--interface 3.0'], ['--require may'], ['--timeout soon'], ['--unknown']])(
  'a command line with %s is rejected',
  (line) => {
    expect(() => readOptions(line.split(' '))).toThrow(UsageError)
  },
)
