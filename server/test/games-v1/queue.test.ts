import { expect, test } from 'vitest'
import { cancelDelivery } from '../../src/delivery/ledger/cancel-delivery.ts'
import { formatId } from '../../src/ids.ts'
import { startStore } from '../start-store.ts'
import { expire, holdRows, passTime, untilWaiting } from '../store-records.ts'

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

test('a purchase made before the store has a server is delivered to the first one', async () => {
  const storeId = await store.createStore()
  await store.sell(storeId, 'early', [await store.createProduct(storeId)])
  const { key } = await store.createServer(storeId)
  expect((await store.poll(key)).map((delivery) => delivery.gameUserId)).toEqual(['early'])
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
