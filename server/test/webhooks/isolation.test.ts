import { expect, test } from 'vitest'
import type { EventId } from '../../src/ids.ts'
import { startReceiver, startWebhookStore, expectReceived } from './start-webhook-store.ts'

const store = await startWebhookStore()
const TIMEOUT_MS = 15_000

/** Accepts requests and never responds. */
const startHangingReceiver = () => startReceiver(() => undefined)

/** Sends events to a new endpoint one by one, and returns the median of how long they took to arrive, in milliseconds. */
async function measureDelay(events: number): Promise<number> {
  const storeId = await store.createStore()
  const receiver = await startReceiver()
  await store.addEndpoint(storeId, receiver.url)
  const delays: number[] = []
  for (let i = 0; i < events; i++) {
    const startedAt = Date.now()
    await store.recordEvent(storeId)
    await expect.poll(() => receiver.received.length, { interval: 5, timeout: 10_000 }).toBe(i + 1)
    delays.push(Date.now() - startedAt)
  }
  return delays.sort((a, b) => a - b)[Math.floor(events / 2)] ?? Infinity
}

test('an endpoint that hangs does not delay other endpoints', async () => {
  const storeId = await store.createStore()
  const hanging = await startHangingReceiver()
  await store.addEndpoint(storeId, hanging.url)
  for (let i = 0; i < 200; i++) await store.recordEvent(storeId)
  store.startWorker({ timeoutMs: TIMEOUT_MS })
  await expect.poll(() => hanging.received.length).toBe(4)
  expect(await measureDelay(10)).toBeLessThan(1_000)
  expect(hanging.received).toHaveLength(4)
})

test('a request that hangs does not block other requests to the same endpoint', async () => {
  const storeId = await store.createStore()
  const receiver = await startReceiver((response, { body }) => {
    if (!body.includes('slow')) response.writeHead(204).end()
  })
  await store.addEndpoint(storeId, receiver.url)
  store.startWorker({ timeoutMs: TIMEOUT_MS })
  const events: EventId[] = [await store.recordEvent(storeId, 'checkout.paid', { slow: true })]
  await expectReceived(receiver, events)
  for (let i = 0; i < 5; i++) {
    events.push(await store.recordEvent(storeId))
    // A request that hangs would block for 15 seconds.
    await expectReceived(receiver, events, 5_000)
  }
})

test('failing endpoints never use all connections, however many there are', async () => {
  const hanging = await startHangingReceiver()
  const stores = await Promise.all(Array.from({ length: 8 }, () => store.createStore()))
  for (const storeId of stores) {
    for (let i = 0; i < 20; i++) await store.addEndpoint(storeId, hanging.url)
    await store.recordEvent(storeId)
  }
  await store.query(
    "update webhook_endpoints set failing_since = now() - interval '1 minute' where store_id = any($1)",
    [stores],
  )
  store.startWorker({ timeoutMs: TIMEOUT_MS })
  await expect.poll(() => hanging.received.length, { timeout: 10_000 }).toBe(64)
  expect(await measureDelay(5)).toBeLessThan(1_000)
  expect(hanging.received).toHaveLength(64)
})

test('host names that do not resolve do not delay other endpoints', async () => {
  const storeId = await store.createStore()
  for (let i = 0; i < 20; i++) await store.addEndpoint(storeId, `https://never-${i}.example/`)
  await store.recordEvent(storeId)
  const lookups: string[] = []
  store.startWorker({
    timeoutMs: TIMEOUT_MS,
    resolve: (host) => {
      lookups.push(host)
      return new Promise(() => undefined)
    },
  })
  await expect.poll(() => lookups.length).toBe(20)
  expect(await measureDelay(5)).toBeLessThan(1_000)
})
