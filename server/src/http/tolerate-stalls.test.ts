import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { tolerateStalls } from './tolerate-stalls.ts'

const TIMEOUTS = { headersTimeout: 300, requestTimeout: 400, connectionsCheckingInterval: 100 }

async function open() {
  const server = createServer(TIMEOUTS, (_, response) => response.end('served'))
  tolerateStalls(server, 300)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await Promise.all([once(client, 'connect'), once(server, 'connection')])
  const received: Buffer[] = []
  client.on('data', (data) => received.push(data))
  const ended = once(client, 'close')
  return { server, client, ended, text: () => Buffer.concat(received).toString() }
}

const REQUEST = 'GET / HTTP/1.1\r\nhost: store\r\nconnection: close\r\n\r\n'

test('a request that arrives while the process stands still is served after it', async () => {
  const { server, client, ended, text } = await open()
  // After this phase of the event loop, timers run before sockets are read.
  await setImmediate()
  client.write(REQUEST)
  // Blocks the whole process.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
  await ended
  server.close()
  expect(text()).toContain('served')
})

test('a client that sends its request too slowly is still refused', async () => {
  const { server, client, ended, text } = await open()
  client.write(REQUEST.slice(0, 20))
  await ended
  server.close()
  expect(text()).toContain('408')
})
