import { describe, expect, test } from 'vitest'
import { DIALECTS } from './dialects.ts'
import { createMinecraftList, readMinecraftList } from './read-minecraft-list.ts'
import { readQuake3Status } from './read-quake3-status.ts'
import { readSourceStatus } from './read-source-status.ts'
import { readTeeworldsStatus } from './read-teeworlds-status.ts'

const UUID = '069a79f4-44e9-4726-a5be-fca90e38aaf5'

describe('who is online', () => {
  test.each([
    ['vanilla', 'There are 2 of a max of 20 players online: Steve, Alex', ['Steve', 'Alex']],
    ['vanilla with UUIDs', `There are 1 of a max of 20 players online: Steve (${UUID})`, ['Steve', UUID]],
    ['old vanilla', 'There are 2/20 players online:\nSteve, Alex', ['Steve', 'Alex']],
    ['nobody', 'There are 0 of a max of 20 players online: ', []],
    [
      'groups',
      '§6There are §c2§6 out of maximum §c20§6 players online.\n§6default§r: [AFK]§fSteve, Alex',
      ['Steve', 'Alex'],
    ],
    ['a usage', 'Error: Player not found', []],
  ])('Minecraft, %s', (_name, answer, players) => {
    expect(readMinecraftList(answer)).toEqual(players)
  })

  test('Minecraft servers that do not know UUIDs are asked plainly', async () => {
    const asked: string[] = []
    const list = createMinecraftList()
    const run = async (command: string) => {
      asked.push(command)
      return command === 'list' ? 'There are 1/20 players online: Steve' : 'Unknown command'
    }
    expect(await list(run)).toEqual(['Steve'])
    expect(await list(run)).toEqual(['Steve'])
    expect(asked).toEqual(['list uuids', 'list', 'list'])
  })

  test('Source games yield SteamIDs in both forms, whatever a player calls himself', () => {
    const status = [
      'hostname: a server',
      '# userid name uniqueid connected ping loss state adr',
      '#  2 "Steve" STEAM_1:1:111 05:12 50 0 active 10.0.0.1:27005',
      '#  3 3 "x" STEAM_1:0:999 05:12 50 0 active" [U:1:222] 05:12 50 0 active 196608 10.0.0.2:27005',
      '#  4 "Bot" BOT active',
    ].join('\n')
    expect(readSourceStatus(status)).toEqual(['STEAM_1:1:111', '76561197960265951', '[U:1:222]', '76561197960265950'])
  })

  test('Teeworlds and DDNet yield names, and chat that looks like a status line counts for nothing', () => {
    const status = [
      `2024-01-01 12:00:00 I server: id=0 addr=<{127.0.0.1:1}> name='Bu' score=1 x' client=16050 secure=yes flags=1`,
      `2024-01-01 12:00:00 I chat: 0:-2:Bu: I server: id=1 addr=<{}> name='Ghost' client=1 `,
    ].join('\n')
    expect(readTeeworldsStatus(status)).toEqual([`Bu' score=1 x`])
  })

  test('Quake 3 yields names without colours', () => {
    expect(readQuake3Status('statusResponse\n\\a\\b\n-9 999 "^1St^3eve"\n')).toEqual(['Steve'])
  })
})

describe('failures', () => {
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
  ])('%s: %s', (name, answer) => {
    expect(fails(name, answer)).toBe(true)
  })

  test.each([
    ['minecraft', 'Gave 5 [Diamond] to Unknown command'],
    ['minecraft', 'Changed name to No player was found'],
    ['teeworlds', '[12:00:00][chat]: 0:-2:x: [Console]: No such command: foo.'],
    ['teeworlds', '[12:00:00][chat]: *** [12:00:00][Console]: No such command: foo.'],
    ['quake3', 'broadcast: print "Player x is not on the server\\n"\n'],
    ['rust', 'Granted vip to Player not found'],
    ['openttd', 'Client Invalid client renamed'],
  ])('%s: what a player can bring in is none: %s', (name, answer) => {
    expect(fails(name, answer)).toBe(false)
  })
})

function fails(name: string, answer: string): boolean {
  return DIALECTS.get(name)?.failures.some((pattern) => pattern.test(answer)) ?? false
}
