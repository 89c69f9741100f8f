import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { describeDialect, describeLostConnection } from './test/dialect-suite.ts'
import { startRustGame } from './test/rust-game.ts'
import { openWebsocketRcon } from './websocket-rcon.ts'

const SUBJECT = {
  open: openWebsocketRcon,
  start: startRustGame,
  maxCommandBytes: 4_000,
  online: ['76561198000000001', '76561198000000002'],
}
const neverAborted = new AbortController().signal

describeDialect('Rust', SUBJECT)
describeLostConnection('Rust', SUBJECT)

test('a password with characters that are special in URLs is percent-encoded', async () => {
  const game = await startRustGame()
  onTestFinished(game.stop)
  game.password = 'sw%C3%B6rd%23fish%25'
  const settings = { host: '127.0.0.1', port: game.port, password: 'swörd#fish%', timeoutMs: 5_000 }
  const console = await openWebsocketRcon(settings, neverAborted)
  expect(await console.run('give Steve diamond')).toBe('did give Steve diamond')
  await console.close()
})

test('a server that does not accept WebSocket connections is reported without the password', async () => {
  const server = createServer((_request, response) => response.writeHead(404).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const settings = { host: '127.0.0.1', port, password: 'hunter2', timeoutMs: 5_000 }
  const error: unknown = await openWebsocketRcon(settings, neverAborted).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ mayHaveRun: false, message: expect.stringContaining('does not accept WebSocket') })
  expect(String(error)).not.toContain('hunter2')
})
