import { expect, test } from 'vitest'
import type { EventId } from '../../src/ids.ts'
import { startReceiver, startWorld, expectReceived } from './webhook-world.ts'

const world = await startWorld()
const TIMEOUT_MS = 15_000

/** Takes everything and never answers. */
const startHanging = () => startReceiver(() => undefined)

/** How long each of some events took to arrive, in milliseconds. */
async function lags(events: number): Promise<number[]> {
  const storeId = await world.createStore()
  const receiver = await startReceiver()
  await world.addEndpoint(storeId, receiver.url)
  const took: number[] = []
  for (let i = 0; i < events; i++) {
    const begun = Date.now()
    await world.record(storeId)
    await expect.poll(() => receiver.received.length, { interval: 5, timeout: 10_000 }).toBe(i + 1)
    took.push(Date.now() - begun)
  }
  return took
}

test('an endpoint that hangs delays nobody else', async () => {
  const storeId = await world.createStore()
  const hanging = await startHanging()
  await world.addEndpoint(storeId, hanging.url)
  for (let i = 0; i < 200; i++) await world.record(storeId)
  world.deliver({ timeoutMs: TIMEOUT_MS })
  await expect.poll(() => hanging.received.length).toBe(4)
  const took = await lags(10)
  expect(Math.max(...took)).toBeLessThan(1_000)
  expect(hanging.received).toHaveLength(4)
})

test('a request that hangs does not keep the others from the same endpoint', async () => {
  const storeId = await world.createStore()
  const receiver = await startReceiver((response, { body }) => {
    if (!body.includes('slow')) response.writeHead(204).end()
  })
  await world.addEndpoint(storeId, receiver.url)
  world.deliver({ timeoutMs: TIMEOUT_MS })
  const events: EventId[] = [await world.record(storeId, 'checkout.paid', { slow: true })]
  await expectReceived(receiver, events)
  for (let i = 0; i < 5; i++) {
    events.push(await world.record(storeId))
    await expectReceived(receiver, events, 1_000)
  }
})

test('endpoints that fail never fill every lane, however many they are', async () => {
  const hanging = await startHanging()
  const stores = await Promise.all(Array.from({ length: 8 }, () => world.createStore()))
  for (const storeId of stores) {
    for (let i = 0; i < 20; i++) await world.addEndpoint(storeId, hanging.url)
    await world.record(storeId)
  }
  await world.query(
    "update webhook_endpoints set failing_since = now() - interval '1 minute' where store_id = any($1)",
    [stores],
  )
  world.deliver({ timeoutMs: TIMEOUT_MS })
  await expect.poll(() => hanging.received.length).toBe(64)
  expect(Math.max(...(await lags(5)))).toBeLessThan(1_000)
  expect(hanging.received).toHaveLength(64)
})

test('names that nobody answers for delay nobody else', async () => {
  const storeId = await world.createStore()
  for (let i = 0; i < 20; i++) await world.addEndpoint(storeId, `https://never-${i}.example/`)
  await world.record(storeId)
  const asked: string[] = []
  world.deliver({
    timeoutMs: TIMEOUT_MS,
    resolve: (host) => {
      asked.push(host)
      return new Promise(() => undefined)
    },
  })
  await expect.poll(() => asked.length).toBe(20)
  expect(Math.max(...(await lags(5)))).toBeLessThan(1_000)
})
