import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { INIT, startStore } from '../start-store.ts'

const store = await startStore()
const { key } = await store.createServer(await store.createStore())

/** Sends the parts with a pause between them. Returns the status lines of all responses until the server closes. */
async function sendSlowly(...parts: string[]): Promise<string[]> {
  const { hostname, port } = new URL(store.baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  const closed = once(socket, 'close')
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
  await once(socket, 'connect')
  for (const part of parts) {
    socket.write(part)
    await sleep(50)
  }
  await closed
  return text.match(/HTTP\/1\.1 \d{3}/g) ?? []
}

const head = (authorization: string, length: number) =>
  `POST ${INIT} HTTP/1.1\r\nHost: store\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
const init = `${head(key, 20).replace('Host', 'Connection: close\r\nHost')}{"serverPort":30120}`

test.for([
  ['a body that is too large', key, 'HTTP/1.1 413'],
  ['an unknown key', 'unknown', 'HTTP/1.1 401'],
] as const)(
  'the refusal of %s reaches a client that is still sending, and the next request gets a response',
  async ([, who, status]) => {
    const piece = 'x'.repeat(20_000)
    expect(await sendSlowly(head(who, 60_000), piece, piece, piece, init)).toEqual([status, 'HTTP/1.1 200'])
  },
)

test('a refused request that never ends gets its response, and the connection is closed', async () => {
  expect(await sendSlowly(head('unknown', 60_000), 'x')).toEqual(['HTTP/1.1 401'])
})
