import { expect, test } from 'vitest'
import type { EventId } from '../../src/ids.ts'
import { startReceiver, startWebhookStore, expectReceived } from './start-webhook-store.ts'

const store = await startWebhookStore()
/** No request that hangs ends during a test, so what arrives has not waited for one. */
const TIMEOUT_MS = 3_600_000

/** Accepts requests and never responds. */
const startHangingReceiver = () => startReceiver(() => undefined)

/** Sends events to a new endpoint one by one. */
async function expectOthersReceive(): Promise<void> {
  const storeId = await store.createStore()
  const receiver = await startReceiver()
  await store.addEndpoint(storeId, receiver.url)
  for (let i = 1; i <= 5; i++) {
    await store.recordEvent(storeId)
    await expect.poll(() => receiver.received.length, { interval: 5 }).toBe(i)
  }
}

test('an endpoint that hangs does not delay other endpoints', async () => {
  const storeId = await store.createStore()
  const hanging = await startHangingReceiver()
  await store.addEndpoint(storeId, hanging.url)
  for (let i = 0; i < 200; i++) await store.recordEvent(storeId)
  store.startWorker({ timeoutMs: TIMEOUT_MS })
  await expect.poll(() => hanging.received.length).toBe(4)
  await expectOthersReceive()
  expect(hanging.received).toHaveLength(4)
  await hanging.close()
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
    await expectReceived(receiver, events)
  }
  await receiver.close()
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
  await expect.poll(() => hanging.received.length).toBe(64)
  await expectOthersReceive()
  expect(hanging.received).toHaveLength(64)
  await hanging.close()
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
  await expectOthersReceive()
})
