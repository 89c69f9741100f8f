import { expect, test } from 'vitest'
import { type DeliveryId, parseId } from '../../src/ids.ts'
import { QUEUE, startStore } from '../start-store.ts'
import { fillQueue } from './fill-queue.ts'

const store = await startStore()
const MIB = 1024 * 1024

test('a response has at most 1,000 deliveries; a queue of exactly 1,000 is returned completely and in order', async () => {
  const server = await store.createServer(await store.createStore())
  await fillQueue(store, server, { deliveries: 1_000 })
  const whole = (await store.poll(server.key)).map((delivery) => delivery.gameUserId)
  expect(whole).toEqual(Array.from({ length: 1_000 }, (_, i) => `player-${(i + 1) % 1_000}`))

  await fillQueue(store, server, { deliveries: 1 })
  expect(await store.poll(server.key)).toHaveLength(1_000)
})

test('a response has at most 2 MiB, and large deliveries are returned in turns', async () => {
  const server = await store.createServer(await store.createStore())
  await fillQueue(store, server, { deliveries: 900, commandLength: 4_000 })
  const seen = new Set<string>()
  for (let polls = 0; polls < 2; polls++) {
    const { body, text } = await store.call('GET', QUEUE, { key: server.key })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2 * MIB)
    expect(Buffer.byteLength(text)).toBeGreaterThan(1.5 * MIB)
    for (const { id } of (body as { checkouts: { id: string }[] }).checkouts) seen.add(id)
  }
  expect(seen.size).toBe(900)
})

test.for([1_001, 2_500, 4_000])('each of %i deliveries is returned within one poll per thousand', async (n) => {
  const server = await store.createServer(await store.createStore())
  await fillQueue(store, server, { deliveries: n })
  // The first round dispatches everything for the first time; the second rotates over what was dispatched.
  for (let round = 0; round < 2; round++) {
    const seen = new Set<string>()
    for (let polls = 0; polls < Math.ceil(n / 1_000); polls++) {
      for (const { id } of await store.poll(server.key)) seen.add(id)
    }
    expect(seen.size).toBe(n)
  }
})

test.for([
  ['were never dispatched', 0],
  ['were dispatched before', 5],
] as const)('a new buyer behind 5,000 deliveries that %s is in the next response', async ([, polls]) => {
  const storeId = await store.createStore()
  const server = await store.createServer(storeId)
  await fillQueue(store, server, { deliveries: 5_000 })
  for (let i = 0; i < polls; i++) await store.poll(server.key)
  const product = await store.createProduct(storeId)
  await store.sell(storeId, 'new buyer', [product])
  await store.sell(storeId, 'new buyer', [product])
  const queue = await store.poll(server.key)
  expect(queue).toHaveLength(1_000)
  expect(queue.filter((delivery) => delivery.gameUserId === 'new buyer')).toHaveLength(2)
})

test('within a response, and from one response to the next, the deliveries of a player are in order', async () => {
  const server = await store.createServer(await store.createStore())
  await fillQueue(store, server, { deliveries: 3_000, players: 50 })
  const position = new Map(
    (
      await store.query<{ id: string; position: number }>(
        'select id, position::integer from pending_deliveries where store_id = $1',
        [server.storeId],
      )
    ).map((row) => [row.id, row.position]),
  )
  expect(position.size).toBe(3_000)
  const seen = new Set<string>()
  for (let polls = 0; polls < 3; polls++) {
    const last = new Map<string, number>()
    for (const { id, gameUserId } of await store.poll(server.key)) {
      const here = position.get(parseId<DeliveryId>('cmd', id) ?? '') ?? 0
      expect(here).toBeGreaterThan(last.get(gameUserId) ?? 0)
      last.set(gameUserId, here)
      seen.add(id)
    }
  }
  expect(seen.size).toBe(3_000)
})

test('a refund in a very long queue is returned after its purchase, in the same response', async () => {
  const storeId = await store.createStore()
  const server = await store.createServer(storeId)
  const sold = await store.sell(storeId, 'returns it', [await store.createProduct(storeId)])
  await store.poll(server.key)
  await fillQueue(store, server, { deliveries: 3_000 })
  await store.poll(server.key)
  await store.refund(storeId, sold.checkoutId)
  for (let polls = 0; polls < 4; polls++) {
    const own = (await store.poll(server.key)).filter((delivery) => delivery.gameUserId === 'returns it')
    expect(own.map((delivery) => delivery.deliveryType)).toEqual(
      polls === 0 || own.length > 0 ? ['APPROVE', 'REFUND'] : [],
    )
  }
})

test('a reported delivery leaves a very long queue, and the others are still returned in turns', async () => {
  const server = await store.createServer(await store.createStore())
  await fillQueue(store, server, { deliveries: 1_200 })
  const [first, ...others] = await store.poll(server.key)
  expect((await store.report(server.key, first?.id)).status).toBe(200)
  const seen = new Set([...others, ...(await store.poll(server.key))].map((delivery) => delivery.id))
  expect(seen.size).toBe(1_199)
  expect(seen).not.toContain(first?.id)
})
