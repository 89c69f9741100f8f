import { expect, test } from 'vitest'
import type { Profile } from '../../src/game-servers/profiles/profile.ts'
import { type Element, startStore } from '../start-store.ts'
import { expire, passTime } from '../store-records.ts'
import { fillQueue } from './fill-queue.ts'

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

const brief = (queue: Element[]) => queue.map((delivery) => `${delivery.deliveryType} ${delivery.gameUserId}`)

test('the profile `standard` gets every delivery, oldest first', async () => {
  const { queue } = await mixedQueue('standard')
  expect(brief(queue)).toEqual(['APPROVE 1', 'APPROVE 2', 'APPROVE 3', 'REFUND 1', 'EXPIRE 2'])
})

test('with the profile `fivem` an EXPIRE has `products` with its one product in addition to `product`', async () => {
  const { queue } = await mixedQueue('fivem')
  expect(brief(queue)).toEqual(['APPROVE 1', 'APPROVE 2', 'APPROVE 3', 'REFUND 1', 'EXPIRE 2'])
  const last = queue.at(-1)
  expect(last?.product).toBeDefined()
  expect(last?.products).toEqual([last?.product])
  for (const delivery of queue.slice(0, -1)) expect(delivery).not.toHaveProperty('product')
})

test('the profile `mta` gets only purchases, newest first', async () => {
  const { queue } = await mixedQueue('mta')
  expect(brief(queue)).toEqual(['APPROVE 3', 'APPROVE 2', 'APPROVE 1'])
})

test('with the profile `mta` refunds and expiries stay pending and are not marked as dispatched', async () => {
  const { storeId } = await mixedQueue('mta')
  const rows = await store.query(
    'select delivery_type, dispatched_at is not null as dispatched from pending_deliveries where store_id = $1 order by position',
    [storeId],
  )
  expect(rows).toEqual([
    { delivery_type: 'APPROVE', dispatched: true },
    { delivery_type: 'APPROVE', dispatched: true },
    { delivery_type: 'APPROVE', dispatched: true },
    { delivery_type: 'REFUND', dispatched: false },
    { delivery_type: 'EXPIRE', dispatched: false },
  ])
})

test('with the profile `mta` a long queue gives responses of ten that begin with the newest purchase', async () => {
  const storeId = await store.createStore()
  const server = await store.createServer(storeId, 'mta')
  await fillQueue(store, server, { deliveries: 1_500 })
  const players = (await store.poll(server.key)).map((delivery) => delivery.gameUserId)
  expect(players).toHaveLength(10)
  expect(players[0]).toBe('player-0') // number 1,500 of 1,500
  await store.sell(storeId, 'new buyer', [await store.createProduct(storeId)])
  expect((await store.poll(server.key))[0]?.gameUserId).toBe('new buyer')
})

test('after a change of the profile the same queue is presented differently', async () => {
  const { storeId, key } = await mixedQueue('mta')
  const [first] = await store.poll(key)
  await store.query("update game_servers set profile = 'standard' where store_id = $1", [storeId])
  await store.games.callers.readChanges()
  const queue = await store.poll(key)
  expect(brief(queue)).toEqual(['APPROVE 1', 'APPROVE 2', 'APPROVE 3', 'REFUND 1', 'EXPIRE 2'])
  expect(queue[2]).toEqual(first)
})

const ODD = {
  name: '50%2 off',
  commands: { approve: ['Money', ' Money {userId} 5 ', 'Money {userId} 5'], refund: [], expire: [] },
}

/** A purchase of a product with a name and commands that stop the clients of some profiles. */
async function oddQueue(profile: Profile): Promise<Element['products']> {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId, profile)
  const product = await store.createProduct(storeId, ODD)
  // As it was saved before blanks were removed.
  await store.query('update products set approve_commands = $2 where store_id = $1', [storeId, ODD.commands.approve])
  await store.sell(storeId, '1', [product])
  return (await store.poll(key))[0]?.products
}

test('the profile `standard` gets names and commands as they were sold', async () => {
  const { name, commands } = ODD
  expect(await oddQueue('standard')).toEqual([expect.objectContaining({ name, commands: commands.approve })])
})

test('with the profile `fivem` every command has an argument and no blanks around it', async () => {
  const commands = ['Money {userId}', 'Money {userId} 5', 'Money {userId} 5']
  expect(await oddQueue('fivem')).toEqual([expect.objectContaining({ name: ODD.name, commands })])
})

test('with the profile `mta` a name has no percent sign of ASCII', async () => {
  const { approve: commands } = ODD.commands
  expect(await oddQueue('mta')).toEqual([expect.objectContaining({ name: '50％2 off', commands })])
})
