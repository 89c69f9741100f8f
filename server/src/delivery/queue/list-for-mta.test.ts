import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { listForMta } from './list-for-mta.ts'

const TURN_MS = 120_000

const store = await startStore()

async function queueOf(purchases: number) {
  const storeId = await store.createStore()
  const server = await store.createServer(storeId, 'mta')
  const product = await store.createProduct(storeId)
  for (let i = 0; i < purchases; i++) await store.sell(storeId, `player-${i}`, [product])
  return {
    server,
    product,
    players: async (turn: number) =>
      (await listForMta(store.database.gateway, { ...server, now: turn * TURN_MS })).map(({ game_user_id }) =>
        Number(game_user_id.slice(7)),
      ),
  }
}

test('a short queue is listed completely, the newest purchase first', async () => {
  const { players } = await queueOf(10)
  expect(await players(0)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
})

test('a long queue gives lists of at most ten that begin with the newest five', async () => {
  const { players } = await queueOf(23)
  for (let turn = 0; turn < 8; turn++) {
    const list = await players(turn)
    expect(list.length).toBeLessThanOrEqual(10)
    expect(list.slice(0, 5)).toEqual([22, 21, 20, 19, 18])
    expect(list).toEqual(list.toSorted((a, b) => b - a))
  }
})

test('every purchase of a long queue is listed in turn, and a list stays the same for two minutes', async () => {
  const { players } = await queueOf(23)
  const seen = new Set<number>()
  for (let turn = 100; turn < 104; turn++) {
    for (const player of await players(turn)) seen.add(player)
    expect(await players(turn + 0.9)).toEqual(await players(turn))
  }
  expect(seen.size).toBe(23)
})

test('a client that supports only purchases never gets a refund', async () => {
  const { server, product } = await queueOf(0)
  const { checkoutId } = await store.sell(server.storeId, '42', [product])
  await store.poll(server.key)
  await store.refund(server.storeId, checkoutId)
  expect((await store.poll(server.key)).map((delivery) => delivery.deliveryType)).toEqual(['APPROVE'])
})
