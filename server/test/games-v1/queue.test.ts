import { expect, test } from 'vitest'
import { cancelDelivery } from '../../src/delivery/ledger/cancel-delivery.ts'
import { formatId, type DeliveryId, parseId } from '../../src/ids.ts'
import { startStore, QUEUE } from '../start-store.ts'
import { expire, holdRows, passTime, untilWaiting } from '../store-records.ts'
import { fillQueue } from './fill-queue.ts'

const store = await startStore()

test('deliveries are returned in the order in which they were enqueued', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const product = await store.createProduct(storeId)
  const players = Array.from({ length: 20 }, (_, i) => `player-${(i * 7) % 20}`)
  for (const player of players) await store.sell(storeId, player, [product])
  expect((await store.poll(key)).map((delivery) => delivery.gameUserId)).toEqual(players)
})

test('a purchase is returned before its expiry when both are dispatched by the same poll', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const sold = await store.sell(storeId, '42', [await store.createProduct(storeId, { durationSeconds: 60 })])
  await passTime(store, storeId, 60)
  await expire(store)
  const queue = await store.poll(key)
  expect(queue.map((delivery) => delivery.deliveryType)).toEqual(['APPROVE', 'EXPIRE'])
  expect(new Set(queue.map((delivery) => delivery.checkoutId))).toEqual(new Set([formatId('chk', sold.checkoutId)]))
})

test('a delivery stays in the queue unchanged until it is reported', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const product = await store.createProduct(storeId)
  await store.sell(storeId, 'offline', [product])
  await store.sell(storeId, 'online', [product])
  const [offline, online] = await store.poll(key)
  for (let i = 0; i < 5; i++) expect(await store.poll(key)).toEqual([offline, online])
  await store.report(key, online?.id)
  expect(await store.poll(key)).toEqual([offline])
})

test('a delivery that staff cancel is not in the next response', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const { deliveryIds } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  expect(await store.poll(key)).toHaveLength(1)
  for (const deliveryId of deliveryIds) await cancelDelivery(store.database.app, { storeId, deliveryId })
  expect(await store.poll(key)).toEqual([])
})

test('a server gets its own deliveries, and none of another server or another store', async () => {
  const storeId = await store.createStore()
  const lobby = await store.createServer(storeId)
  const arena = await store.createServer(storeId)
  const stranger = await store.createServer(await store.createStore())
  const everywhere = await store.createProduct(storeId, { serverIds: [lobby.serverId, arena.serverId] })
  const named = await store.createProduct(storeId, { serverIds: [arena.serverId] })
  await store.sell(storeId, 'both', [everywhere])
  await store.sell(storeId, 'arena', [named])
  await store.sell(storeId, 'default', [await store.createProduct(storeId)])

  const inLobby = await store.poll(lobby.key)
  const inArena = await store.poll(arena.key)
  expect(inLobby.map((delivery) => delivery.gameUserId)).toEqual(['both', 'default'])
  expect(inArena.map((delivery) => delivery.gameUserId)).toEqual(['both', 'arena'])
  expect(inLobby[0]?.id).not.toBe(inArena[0]?.id)
  expect(await store.poll(stranger.key)).toEqual([])
})

test('a dispatch is stored before the response is sent', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const { deliveryIds } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  const dispatches = () =>
    store.query<{ dispatched_at: Date | null }>('select dispatched_at from pending_deliveries where store_id = $1', [
      storeId,
    ])
  expect(await dispatches()).toEqual([{ dispatched_at: null }])

  // While the dispatch cannot be stored, the request fails.
  const refusing = `alter table pending_deliveries add constraint no_dispatch check (store_id <> '${storeId}' or dispatched_at is null) not valid`
  await store.query(refusing)
  await expect(store.poll(key)).rejects.toThrow('"status":500')
  expect(await dispatches()).toEqual([{ dispatched_at: null }])
  await store.query('alter table pending_deliveries drop constraint no_dispatch')

  expect(await store.poll(key)).toHaveLength(deliveryIds.length)
  const [first] = await dispatches()
  expect(first?.dispatched_at).toBeInstanceOf(Date)
  await store.poll(key)
  expect(await dispatches()).toEqual([first])
})

test('two concurrent polls both get the complete queue', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const { deliveryIds } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  // Both polls have read the queue and wait for this row to store the dispatch.
  const row = await holdRows(store, 'select from pending_deliveries where store_id = $1 for update', [storeId])
  const polls = [store.poll(key), store.poll(key)]
  await untilWaiting(store, 2)
  await row.release()

  const ids = deliveryIds.map((id) => formatId('cmd', id))
  const responses = await Promise.all(polls)
  expect(responses.map((queue) => queue.map((delivery) => delivery.id))).toEqual([ids, ids])
})

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
