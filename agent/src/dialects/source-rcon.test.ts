import { expect, test } from 'vitest'
import { createMinecraftList } from './read-minecraft-list.ts'
import { readSourceStatus } from './read-source-status.ts'
import { sourceRcon } from './source-rcon.ts'
import { describeDialect, describeLostConnection } from './test/dialect-suite.ts'
import { startSourceGame } from './test/source-game.ts'
import { LONG_ANSWER, PASSWORD } from './test/test-game.ts'

const SOURCE = {
  open: sourceRcon({ mostBytes: 510, ends: 'mirror', online: async (run) => readSourceStatus(await run('status')) }),
  start: () => startSourceGame('source'),
  mostBytes: 510,
  online: ['STEAM_1:1:111', '76561197960265951'],
}
const MINECRAFT = {
  open: sourceRcon({ mostBytes: 1_446, ends: 'short-packet', online: createMinecraftList() }),
  start: () => startSourceGame('minecraft'),
  mostBytes: 1_446,
  online: ['Steve', '069a79f4-44e9-4726-a5be-fca90e38aaf5'],
}

describeDialect('Source games', SOURCE)
describeDialect('Minecraft', MINECRAFT)
describeLostConnection('Source games', SOURCE)
describeLostConnection('Minecraft', MINECRAFT)

test('a game that mirrors no packets is read to the end all the same', async () => {
  const game = await startSourceGame('source-without-mirror')
  const open = sourceRcon({ mostBytes: 510, ends: 'mirror' })
  const settings = { host: '127.0.0.1', port: game.port, password: PASSWORD, timeoutMs: 5_000 }
  const console = await open(settings, new AbortController().signal)
  expect(await console.run('long')).toBe(LONG_ANSWER)
  await console.close()
  await game.stop()
})
