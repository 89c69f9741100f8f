import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addressRanges } from '../../src/address-ranges.ts'
import { isPublicAddress } from '../../src/webhooks/sending/public-address.ts'
import type { ResolveHost } from '../../src/webhooks/sending/resolve-host.ts'
import { type WebhookResponse, sendWebhook } from '../../src/webhooks/sending/send-webhook.ts'
import { forbiddenAddresses, forbiddenUrls } from './forbidden-targets.ts'
import { startReceiver, startWorld } from './webhook-world.ts'

const world = await startWorld()

const NOTHING = addressRanges([])
/** Stands for the public internet, so that no test leaves this machine. */
const OUTSIDE = addressRanges(['127.0.0.9/32'])
const HEADERS = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' }

/** A third address of this machine, where it has one. */
const another = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address
const LISTENING = ['127.0.0.1', '::1', another ?? '127.0.0.2']

const seen = { connections: 0, dialled: 0 }
const listeners: Server[] = []
let port = 0
const countDial = () => void seen.dialled++

beforeAll(async () => {
  for (const host of LISTENING) {
    const server = createServer((socket) => {
      seen.connections++
      socket.destroy()
    })
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
    const address = server.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
    listeners.push(server)
  }
  // Says of every connection that this process begins, wherever it goes.
  subscribe('net.client.socket', countDial)
})
afterAll(async () => {
  unsubscribe('net.client.socket', countDial)
  await Promise.all(listeners.map((server) => new Promise((resolve) => server.close(resolve))))
})
beforeEach(() => Object.assign(seen, { connections: 0, dialled: 0 }))

function send(
  url: string,
  { resolve = never, allowed = NOTHING }: { resolve?: ResolveHost; allowed?: typeof NOTHING } = {},
): Promise<WebhookResponse> {
  return sendWebhook(
    { url, headers: HEADERS, body: '{}', stop: new AbortController().signal },
    { resolve, allowed, timeoutMs: 1_000 },
  )
}
const never: ResolveHost = () => Promise.reject(new Error('nobody may ask for this name'))

test('the listeners of this test hear of a connection that is made', async () => {
  const allowed = addressRanges(LISTENING.map((address) => `${address}/${address.includes(':') ? 128 : 32}`))
  for (const address of LISTENING) {
    const host = address.includes(':') ? `[${address}]` : address
    expect(await send(`http://${host}:${port}/`, { allowed }), address).toHaveProperty('error')
  }
  expect(seen).toEqual({ connections: 3, dialled: 3 })
})

test('no connection leaves for any of two thousand forbidden URLs, in any spelling', async () => {
  const urls = forbiddenUrls(port)
  expect(urls.length).toBeGreaterThan(2_000)
  for (const { kind, url } of urls) expect(await send(url), `${kind}: ${url}`).toHaveProperty('error')
  expect(seen).toEqual({ connections: 0, dialled: 0 })
})

test('no connection leaves for a name that leads to a forbidden address, alone or among others', async () => {
  const addresses = forbiddenAddresses()
  expect(addresses.length).toBeGreaterThan(100)
  for (const { kind, address } of addresses) {
    for (const answer of [
      [address],
      ['8.8.8.8', address],
      [address, '2606:4700::1111'],
      ['1.1.1.1', '9.9.9.9', address],
    ]) {
      const outcome = await send(`https://shop.example:${port}/`, { resolve: async () => answer })
      expect(outcome, `${kind}: ${answer.join(' ')}`).toEqual({
        error: 'The webhook host resolves to a private address. Use a public host, or allow the range in WEBHOOK_ALLOW',
      })
    }
  }
  for (const answer of [[], ['x'], ['127.0.0.1.'], ['fe80::1%lo'], ['']]) {
    expect(await send(`https://shop.example:${port}/`, { resolve: async () => answer })).toHaveProperty('error')
  }
  expect(seen).toEqual({ connections: 0, dialled: 0 })
})

test('plain http leaves for nobody but those whom the operator allowed', async () => {
  const resolve = async () => ['8.8.8.8']
  expect(await send('http://shop.example/', { resolve })).toEqual({ error: 'The URL must start with https://' })
  expect(await send('http://shop.example/', { resolve, allowed: OUTSIDE })).toEqual({
    error: 'The URL must start with https://',
  })
  expect(seen.dialled).toBe(0)
})

test('a name that leads elsewhere the second time is asked for once, and the answer is where the connection goes', async () => {
  const outside = await startReceiver(undefined, '127.0.0.9')
  for (const second of ['127.0.0.1', '::1', '169.254.169.254', '10.0.0.1']) {
    const answers = ['127.0.0.9', second]
    const asked: string[] = []
    const resolve: ResolveHost = async (host) => {
      asked.push(host)
      return [answers[asked.length - 1] ?? second]
    }
    const url = outside.url.replace('127.0.0.9', 'shop.example')
    expect(await send(url, { resolve, allowed: OUTSIDE })).toMatchObject({ status: 204 })
    expect(asked).toEqual(['shop.example'])
    expect(await send(url, { resolve, allowed: OUTSIDE })).toHaveProperty('error')
    expect(asked).toHaveLength(2)
  }
  expect(outside.received).toHaveLength(4)
  expect(outside.received[0]?.headers.host).toMatch(/^shop\.example:\d+$/)
  expect(seen).toEqual({ connections: 0, dialled: 4 })
})

test('a redirect is a failure, and is not followed', async () => {
  for (const status of [300, 301, 302, 303, 304, 305, 307, 308]) {
    for (const host of ['127.0.0.1', '[::1]', LISTENING[2] ?? '']) {
      const outside = await startReceiver(
        (response) =>
          response
            .writeHead(status, { location: `http://${host}:${port}/`, refresh: `0; url=http://${host}:${port}/` })
            .end(),
        '127.0.0.9',
      )
      expect(await send(outside.url, { allowed: OUTSIDE })).toMatchObject({ status })
    }
  }
  expect(seen.connections).toBe(0)
})

test('an endpoint with a forbidden address is refused when it is added', async () => {
  const storeId = await world.createStore()
  for (const { kind, url } of forbiddenUrls(port)) {
    await expect(world.addEndpoint(storeId, url, [], NOTHING), `${kind}: ${url}`).rejects.toMatchObject({
      code: 'invalid_request',
    })
  }
  expect(await world.query('select from webhook_endpoints where store_id = $1', [storeId])).toEqual([])
})

test('an endpoint that was planted in the database is refused at every attempt', async () => {
  const storeId = await world.createStore()
  const urls = [
    `http://127.0.0.1:${port}/`,
    `https://[::1]:${port}/`,
    `https://metadata.example:${port}/`,
    `https://localhost:${port}/`,
  ]
  const keys = []
  for (const url of urls) {
    const { key } = await world.addEndpoint(storeId, 'https://shop.example/', [], NOTHING)
    await world.query('update webhook_endpoints set url = $2 where id = $1', [key.endpointId, url])
    keys.push(key)
  }
  await world.record(storeId)
  world.deliver({
    allowed: NOTHING,
    resolve: async (host) => (host === 'localhost' ? ['127.0.0.1', '::1'] : ['169.254.169.254']),
  })
  for (const attempts of [1, 2]) {
    for (const key of keys) {
      await expect.poll(async () => (await world.waiting(key))[0]?.attempts).toBe(attempts)
      await world.passTime(key, 60)
    }
  }
  expect(seen.connections).toBe(0)
})

test('the public internet is public', () => {
  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
    '2001:4860:4860::8888',
    '2600::',
    '2c0f:fb50::1',
  ]) {
    expect(isPublicAddress(address), address).toBe(true)
  }
})
