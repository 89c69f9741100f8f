import { expect, test } from 'vitest'
import { createMinecraftPlayerList } from './online-players/read-minecraft-list.ts'
import { readSourceStatus } from './online-players/read-source-status.ts'
import { sourceRcon } from './source-rcon.ts'
import { describeDialect, describeLostConnection } from './test/dialect-suite.ts'
import { startSourceGame } from './test/source-game.ts'
import { LONG_RESPONSE, PASSWORD } from './test/test-game.ts'

const SOURCE = {
  open: sourceRcon({
    maxCommandBytes: 510,
    endOfResponse: 'mirrored-packet',
    online: async (run) => readSourceStatus(await run('status')),
  }),
  start: () => startSourceGame('source'),
  maxCommandBytes: 510,
  online: ['STEAM_1:1:111', '76561197960265951'],
}
const MINECRAFT = {
  open: sourceRcon({ maxCommandBytes: 1_446, endOfResponse: 'short-packet', online: createMinecraftPlayerList() }),
  start: () => startSourceGame('minecraft'),
  maxCommandBytes: 1_446,
  online: ['Steve', '069a79f4-44e9-4726-a5be-fca90e38aaf5'],
}

describeDialect('Source games', SOURCE)
describeDialect('Minecraft', MINECRAFT)
describeLostConnection('Source games', SOURCE)
describeLostConnection('Minecraft', MINECRAFT)

test('the response of a game that does not mirror packets is read to its end', async () => {
  const game = await startSourceGame('source-without-mirroring')
  const open = sourceRcon({ maxCommandBytes: 510, endOfResponse: 'mirrored-packet' })
  const settings = { host: '127.0.0.1', port: game.port, password: PASSWORD, timeoutMs: 5_000 }
  const console = await open(settings, new AbortController().signal)
  expect(await console.run('long')).toBe(LONG_RESPONSE)
  await console.close()
  await game.stop()
})
