import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addressRanges } from '../../src/address-ranges.ts'
import { isPublicAddress } from '../../src/webhooks/sending/public-address.ts'
import type { ResolveHost } from '../../src/webhooks/sending/resolve-host.ts'
import { type WebhookResponse, sendWebhook } from '../../src/webhooks/sending/send-webhook.ts'
import { forbiddenAddresses, forbiddenUrls } from './forbidden-targets.ts'
import { startReceiver, startWebhookStore } from './start-webhook-store.ts'

const store = await startWebhookStore()

const NO_RANGES = addressRanges([])
/** Represents the public internet, so that no test connects to another machine. */
const PUBLIC = addressRanges(['127.0.0.9/32'])
const HEADERS = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' }

/** The address of a network interface, if this machine has one. */
const interfaceAddress = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address
const LISTENING = ['127.0.0.1', '::1', interfaceAddress ?? '127.0.0.2']

/** Connections that the listeners accepted, and connections that this process opened to any address. */
const counts = { accepted: 0, opened: 0 }
const listeners: Server[] = []
let port = 0
const countOpened = () => void counts.opened++

beforeAll(async () => {
  for (const host of LISTENING) {
    const server = createServer((socket) => {
      counts.accepted++
      socket.destroy()
    })
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
    const address = server.address()
    port = typeof address === 'object' && address !== null ? address.port : 0
    listeners.push(server)
  }
  // Node publishes every outgoing connection of this process on this channel.
  subscribe('net.client.socket', countOpened)
})
afterAll(async () => {
  unsubscribe('net.client.socket', countOpened)
  await Promise.all(listeners.map((server) => new Promise((resolve) => server.close(resolve))))
})
beforeEach(() => Object.assign(counts, { accepted: 0, opened: 0 }))

function send(
  url: string,
  { resolve = rejectLookup, allowed = NO_RANGES }: { resolve?: ResolveHost; allowed?: typeof NO_RANGES } = {},
): Promise<WebhookResponse> {
  return sendWebhook(
    { url, headers: HEADERS, body: '{}', stop: new AbortController().signal },
    { resolve, allowed, timeoutMs: 1_000 },
  )
}
const rejectLookup: ResolveHost = () => Promise.reject(new Error('This URL must be rejected before the DNS lookup'))

test('the counters of this test see a connection to an allowed address', async () => {
  const allowed = addressRanges(LISTENING.map((address) => `${address}/${address.includes(':') ? 128 : 32}`))
  for (const address of LISTENING) {
    const host = address.includes(':') ? `[${address}]` : address
    expect(await send(`http://${host}:${port}/`, { allowed }), address).toHaveProperty('error')
  }
  expect(counts).toEqual({ accepted: 3, opened: 3 })
})

test('no connection is opened for any of two thousand forbidden URLs, in any notation', async () => {
  const urls = forbiddenUrls(port)
  expect(urls.length).toBeGreaterThan(2_000)
  for (const { kind, url } of urls) expect(await send(url), `${kind}: ${url}`).toHaveProperty('error')
  expect(counts).toEqual({ accepted: 0, opened: 0 })
})

test('no connection is opened for a host that resolves to a forbidden address, alone or among others', async () => {
  const addresses = forbiddenAddresses()
  expect(addresses.length).toBeGreaterThan(100)
  for (const { kind, address } of addresses) {
    for (const resolved of [
      [address],
      ['8.8.8.8', address],
      [address, '2606:4700::1111'],
      ['1.1.1.1', '9.9.9.9', address],
    ]) {
      const outcome = await send(`https://shop.example:${port}/`, { resolve: async () => resolved })
      expect(outcome, `${kind}: ${resolved.join(' ')}`).toEqual({
        error: 'The webhook host resolves to a private address. Use a public host, or allow the range in WEBHOOK_ALLOW',
      })
    }
  }
  for (const resolved of [[], ['x'], ['127.0.0.1.'], ['fe80::1%lo'], ['']]) {
    expect(await send(`https://shop.example:${port}/`, { resolve: async () => resolved })).toHaveProperty('error')
  }
  expect(counts).toEqual({ accepted: 0, opened: 0 })
})

test('plain HTTP is rejected unless the operator allowed the address', async () => {
  const resolve = async () => ['8.8.8.8']
  expect(await send('http://shop.example/', { resolve })).toEqual({ error: 'The URL must start with https://' })
  expect(await send('http://shop.example/', { resolve, allowed: PUBLIC })).toEqual({
    error: 'The URL must start with https://',
  })
  expect(counts.opened).toBe(0)
})

test('a host is resolved once, and the connection goes to that address even if a second lookup would differ', async () => {
  const receiver = await startReceiver(undefined, '127.0.0.9')
  for (const second of ['127.0.0.1', '::1', '169.254.169.254', '10.0.0.1']) {
    const addresses = ['127.0.0.9', second]
    const lookups: string[] = []
    const resolve: ResolveHost = async (host) => {
      lookups.push(host)
      return [addresses[lookups.length - 1] ?? second]
    }
    const url = receiver.url.replace('127.0.0.9', 'shop.example')
    expect(await send(url, { resolve, allowed: PUBLIC })).toMatchObject({ status: 204 })
    expect(lookups).toEqual(['shop.example'])
    expect(await send(url, { resolve, allowed: PUBLIC })).toHaveProperty('error')
    expect(lookups).toHaveLength(2)
  }
  expect(receiver.received).toHaveLength(4)
  expect(receiver.received[0]?.headers.host).toMatch(/^shop\.example:\d+$/)
  expect(counts).toEqual({ accepted: 0, opened: 4 })
})

test('a redirect is a failure, and is not followed', async () => {
  for (const status of [300, 301, 302, 303, 304, 305, 307, 308]) {
    for (const host of ['127.0.0.1', '[::1]', LISTENING[2] ?? '']) {
      const receiver = await startReceiver(
        (response) =>
          response
            .writeHead(status, { location: `http://${host}:${port}/`, refresh: `0; url=http://${host}:${port}/` })
            .end(),
        '127.0.0.9',
      )
      expect(await send(receiver.url, { allowed: PUBLIC })).toMatchObject({ status })
    }
  }
  expect(counts.accepted).toBe(0)
})

test('an endpoint with a forbidden address is rejected when it is added', async () => {
  const storeId = await store.createStore()
  for (const { kind, url } of forbiddenUrls(port)) {
    await expect(store.addEndpoint(storeId, url, [], NO_RANGES), `${kind}: ${url}`).rejects.toMatchObject({
      code: 'invalid_request',
    })
  }
  expect(await store.query('select from webhook_endpoints where store_id = $1', [storeId])).toEqual([])
})

test('a forbidden URL that is already in the database is rejected at every attempt', async () => {
  const storeId = await store.createStore()
  const urls = [
    `http://127.0.0.1:${port}/`,
    `https://[::1]:${port}/`,
    `https://metadata.example:${port}/`,
    `https://localhost:${port}/`,
  ]
  const keys = []
  for (const url of urls) {
    const { key } = await store.addEndpoint(storeId, 'https://shop.example/', [], NO_RANGES)
    await store.query('update webhook_endpoints set url = $2 where id = $1', [key.endpointId, url])
    keys.push(key)
  }
  await store.recordEvent(storeId)
  store.startWorker({
    allowed: NO_RANGES,
    resolve: async (host) => (host === 'localhost' ? ['127.0.0.1', '::1'] : ['169.254.169.254']),
  })
  for (const attempts of [1, 2]) {
    for (const key of keys) {
      await expect.poll(async () => (await store.backlog(key))[0]?.attempts).toBe(attempts)
      await store.advanceTime(key, 60)
    }
  }
  expect(counts.accepted).toBe(0)
})

test('addresses of the public internet count as public', () => {
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
