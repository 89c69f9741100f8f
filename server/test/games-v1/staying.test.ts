import { expect, test } from 'vitest'
import { cancelDelivery } from '../../src/delivery/ledger/cancel-delivery.ts'
import { formatId } from '../../src/ids.ts'
import { startStore } from '../start-store.ts'
import { expire, holdRows, passTime, untilWaiting } from '../store-records.ts'

const store = await startStore()

test('elements come in the order in which they were queued', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const product = await store.createProduct(storeId)
  const players = Array.from({ length: 20 }, (_, i) => `player-${(i * 7) % 20}`)
  for (const player of players) await store.sell(storeId, player, [product])
  expect((await store.poll(key)).map((element) => element.gameUserId)).toEqual(players)
})

test('what gives stands before what takes away, also when both are handed out for the first time at once', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const sold = await store.sell(storeId, '42', [await store.createProduct(storeId, { durationSeconds: 60 })])
  await passTime(store, storeId, 60)
  await expire(store)
  const queue = await store.poll(key)
  expect(queue.map((element) => element.deliveryType)).toEqual(['APPROVE', 'EXPIRE'])
  expect(new Set(queue.map((element) => element.checkoutId))).toEqual(new Set([formatId('chk', sold.checkoutId)]))
})

test('an element stays, unchanged, until it is reported', async () => {
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

test('an element that an operator cancels is gone from the next answer', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const { deliveryIds } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  expect(await store.poll(key)).toHaveLength(1)
  for (const deliveryId of deliveryIds) await cancelDelivery(store.database.app, { storeId, deliveryId })
  expect(await store.poll(key)).toEqual([])
})

test('a server gets what was sold for it, and nothing of another server or another store', async () => {
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
  expect(inLobby.map((element) => element.gameUserId)).toEqual(['both', 'default'])
  expect(inArena.map((element) => element.gameUserId)).toEqual(['both', 'arena'])
  expect(inLobby[0]?.id).not.toBe(inArena[0]?.id)
  expect(await store.poll(stranger.key)).toEqual([])
})

test('a purchase made before the store has a server waits for the first one', async () => {
  const storeId = await store.createStore()
  await store.sell(storeId, 'early', [await store.createProduct(storeId)])
  const { key } = await store.createServer(storeId)
  expect((await store.poll(key)).map((element) => element.gameUserId)).toEqual(['early'])
})

test('an element is noted as offered, durably, before anyone gets to see it', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const { deliveryIds } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  const offers = () =>
    store.query<{ dispatched_at: Date | null }>('select dispatched_at from pending_deliveries where store_id = $1', [
      storeId,
    ])
  expect(await offers()).toEqual([{ dispatched_at: null }])

  // While the note cannot be written, there is no answer.
  const refusing = `alter table pending_deliveries add constraint nobody_offers check (store_id <> '${storeId}' or dispatched_at is null) not valid`
  await store.query(refusing)
  await expect(store.poll(key)).rejects.toThrow('"status":500')
  expect(await offers()).toEqual([{ dispatched_at: null }])
  await store.query('alter table pending_deliveries drop constraint nobody_offers')

  expect(await store.poll(key)).toHaveLength(deliveryIds.length)
  const [first] = await offers()
  expect(first?.dispatched_at).toBeInstanceOf(Date)
  await store.poll(key)
  expect(await offers()).toEqual([first])
})

test('two polls at once both get everything that waits', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const { deliveryIds } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  // Both polls have read the queue and wait for this row to note the offer.
  const row = await holdRows(store, 'select from pending_deliveries where store_id = $1 for update', [storeId])
  const polls = [store.poll(key), store.poll(key)]
  await untilWaiting(store, 2)
  await row.release()

  const ids = deliveryIds.map((id) => formatId('cmd', id))
  const answers = await Promise.all(polls)
  expect(answers.map((queue) => queue.map((element) => element.id))).toEqual([ids, ids])
})
