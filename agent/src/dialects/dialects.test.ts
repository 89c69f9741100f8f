import { describe, expect, test } from 'vitest'
import { DIALECTS } from './dialects.ts'

describe('failure patterns', () => {
  test.each([
    ['minecraft', 'Unknown or incomplete command, see below for error\nfoo<--[HERE]'],
    ['minecraft', 'No player was found'],
    ['source', 'Unknown command "foo"'],
    ['source', '[SM] No matching client was found.'],
    ['rust', `Command 'foo' not found`],
    ['teeworlds', '[12:00:00][Console]: No such command: foo.'],
    ['teeworlds', '2024-01-01 12:00:00 I chatresp: Invalid arguments... Usage: kick i[id] ?r[reason]'],
    ['quake3', 'Player nobody is not on the server\n'],
    ['openttd', `Command 'foo' not found.`],
    ['openttd', 'Invalid client ID.'],
  ])('%s recognises a failure: %s', (name, response) => {
    expect(isFailure(name, response)).toBe(true)
  })

  test.each([
    ['minecraft', 'Gave 5 [Diamond] to Unknown command'],
    ['minecraft', 'Changed name to No player was found'],
    ['teeworlds', '[12:00:00][chat]: 0:-2:x: [Console]: No such command: foo.'],
    ['teeworlds', '[12:00:00][chat]: *** [12:00:00][Console]: No such command: foo.'],
    ['quake3', 'broadcast: print "Player x is not on the server\\n"\n'],
    ['rust', 'Granted vip to Player not found'],
    ['openttd', 'Client Invalid client renamed'],
  ])('%s ignores text that a player chose: %s', (name, response) => {
    expect(isFailure(name, response)).toBe(false)
  })
})

function isFailure(name: string, response: string): boolean {
  return DIALECTS.get(name)?.failures.some((pattern) => pattern.test(response)) ?? false
}
