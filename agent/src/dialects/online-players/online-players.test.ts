import { describe, expect, test } from 'vitest'
import { countPlayers } from './count-players.ts'
import { createMinecraftPlayerList, readMinecraftList } from './read-minecraft-list.ts'
import { readQuake3Status } from './read-quake3-status.ts'
import { readSourceStatus } from './read-source-status.ts'
import { readTeeworldsStatus } from './read-teeworlds-status.ts'

const UUID = '069a79f4-44e9-4726-a5be-fca90e38aaf5'

describe('online players', () => {
  test.each([
    ['vanilla', 'There are 2 of a max of 20 players online: Steve, Alex', ['Steve', 'Alex']],
    ['vanilla with UUIDs', `There are 1 of a max of 20 players online: Steve (${UUID})`, ['Steve', UUID]],
    ['old vanilla', 'There are 2/20 players online:\nSteve, Alex', ['Steve', 'Alex']],
    ['no players', 'There are 0 of a max of 20 players online: ', []],
    [
      'groups',
      '§6There are §c2§6 out of maximum §c20§6 players online.\n§6default§r: [AFK]§fSteve, Alex',
      ['Steve', 'Alex'],
    ],
    ['an error message', 'Error: Player not found', []],
  ])('Minecraft, %s', (_name, response, players) => {
    expect(readMinecraftList(response)).toEqual(players)
  })

  test('a Minecraft server without `list uuids` gets plain `list`', async () => {
    const commands: string[] = []
    const list = createMinecraftPlayerList()
    const run = async (command: string) => {
      commands.push(command)
      return command === 'list' ? 'There are 1/20 players online: Steve' : 'Unknown command'
    }
    expect(await list(run)).toEqual(['Steve'])
    expect(await list(run)).toEqual(['Steve'])
    expect(commands).toEqual(['list uuids', 'list', 'list'])
  })

  test('Source games return SteamIDs in both forms, also for names that look like ids', () => {
    const status = [
      'hostname: a server',
      '# userid name uniqueid connected ping loss state adr',
      '#  2 "Steve" STEAM_1:1:111 05:12 50 0 active 10.0.0.1:27005',
      '#  3 3 "x" STEAM_1:0:999 05:12 50 0 active" [U:1:222] 05:12 50 0 active 196608 10.0.0.2:27005',
      '#  4 "Bot" BOT active',
    ].join('\n')
    expect(readSourceStatus(status)).toEqual(['STEAM_1:1:111', '76561197960265951', '[U:1:222]', '76561197960265950'])
  })

  test('Teeworlds and DDNet return names and ignore chat that looks like a status line', () => {
    const status = [
      `2024-01-01 12:00:00 I server: id=0 addr=<{127.0.0.1:1}> name='Bu' score=1 x' client=16050 secure=yes flags=1`,
      `2024-01-01 12:00:00 I chat: 0:-2:Bu: I server: id=1 addr=<{}> name='Ghost' client=1 `,
    ].join('\n')
    expect(readTeeworldsStatus(status)).toEqual([`Bu' score=1 x`])
  })

  test.each([
    ['names', ['Steve', 'Alex'], 2],
    ['names with their UUIDs', ['Steve', UUID], 1],
    ['UUIDs alone', [UUID], 1],
    ['both forms of SteamIDs', ['STEAM_1:1:111', '76561197960265951', '[U:1:222]', '76561197960265950'], 2],
    ['64-bit SteamIDs', ['76561197960265951', '76561197960265950'], 2],
    ['nobody', [], 0],
  ])('a player counts once: %s', (_name, ids, count) => {
    expect(countPlayers(ids)).toBe(count)
  })

  test('Quake 3 returns names without colour codes', () => {
    expect(readQuake3Status('statusResponse\n\\a\\b\n-9 999 "^1St^3eve"\n')).toEqual(['Steve'])
  })
})
