import { expect, test } from 'vitest'
import type { Profile } from '../../src/game-servers/game-server.ts'
import { type Element, startStore } from '../start-store.ts'
import { expire, passTime } from '../store-records.ts'
import { plantQueue } from './plant-queue.ts'

const store = await startStore()

/** A queue with purchases of the players 1 to 3, a refund for 1 and an expiry for 2. */
async function mixedQueue(profile: Profile): Promise<{ storeId: string; key: string; queue: Element[] }> {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId, profile)
  const forever = await store.createProduct(storeId)
  const timed = await store.createProduct(storeId, { durationSeconds: 60 })
  const refunded = await store.sell(storeId, '1', [forever])
  await store.sell(storeId, '2', [timed])
  await store.sell(storeId, '3', [forever])
  await store.poll(key)
  await store.refund(storeId, refunded.checkoutId)
  await passTime(store, storeId, 60)
  await expire(store)
  return { storeId, key, queue: await store.poll(key) }
}

const brief = (queue: Element[]) => queue.map((element) => `${element.deliveryType} ${element.gameUserId}`)

test('the profile `standard` hands out everything, oldest first', async () => {
  const { queue } = await mixedQueue('standard')
  expect(brief(queue)).toEqual(['APPROVE 1', 'APPROVE 2', 'APPROVE 3', 'REFUND 1', 'EXPIRE 2'])
})

test('the profile `fivem` adds `products` with the one product to an EXPIRE, and keeps `product`', async () => {
  const { queue } = await mixedQueue('fivem')
  expect(brief(queue)).toEqual(['APPROVE 1', 'APPROVE 2', 'APPROVE 3', 'REFUND 1', 'EXPIRE 2'])
  const last = queue.at(-1)
  expect(last?.product).toBeDefined()
  expect(last?.products).toEqual([last?.product])
  for (const element of queue.slice(0, -1)) expect(element).not.toHaveProperty('product')
})

test('the profile `mta` hands out purchases only, the newest first', async () => {
  const { queue } = await mixedQueue('mta')
  expect(brief(queue)).toEqual(['APPROVE 3', 'APPROVE 2', 'APPROVE 1'])
})

test('for `mta`, refunds and expiries go on waiting and are not marked as offered', async () => {
  const { storeId } = await mixedQueue('mta')
  const rows = await store.query(
    'select delivery_type, dispatched_at is not null as offered from pending_deliveries where store_id = $1 order by position',
    [storeId],
  )
  expect(rows).toEqual([
    { delivery_type: 'APPROVE', offered: true },
    { delivery_type: 'APPROVE', offered: true },
    { delivery_type: 'APPROVE', offered: true },
    { delivery_type: 'REFUND', offered: false },
    { delivery_type: 'EXPIRE', offered: false },
  ])
})

test('a long queue of `mta` comes in answers of ten that begin with the newest purchase', async () => {
  const storeId = await store.createStore()
  const server = await store.createServer(storeId, 'mta')
  await plantQueue(store, server, { elements: 1_500 })
  const players = (await store.poll(server.key)).map((element) => element.gameUserId)
  expect(players).toHaveLength(10)
  expect(players[0]).toBe('player-0') // number 1,500 of 1,500
  await store.sell(storeId, 'new buyer', [await store.createProduct(storeId)])
  expect((await store.poll(server.key))[0]?.gameUserId).toBe('new buyer')
})

test('a change of profile shows the same queue in another way', async () => {
  const { storeId, key } = await mixedQueue('mta')
  const [first] = await store.poll(key)
  await store.query("update game_servers set profile = 'standard' where store_id = $1", [storeId])
  await store.games.callers.hearChanges()
  const queue = await store.poll(key)
  expect(brief(queue)).toEqual(['APPROVE 1', 'APPROVE 2', 'APPROVE 3', 'REFUND 1', 'EXPIRE 2'])
  expect(queue[2]).toEqual(first)
})
