import { expect, test } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import { listDeadLetters } from '../../src/delivery/read/list-dead-letters.ts'
import type { Profile } from '../../src/game-servers/profiles/profile.ts'
import { type DeliveryId, parseId, type StoreId } from '../../src/ids.ts'
import { type Resolution, resolveDelivery } from '../../src/redelivery/resolve-delivery.ts'
import { type Element, startStore } from '../start-store.ts'
import { expire, passTime } from '../store-records.ts'

const store = await startStore()

/** A queue with purchases of the players 1 to 3, a refund for 1 and an expiry for 2. */
async function mixedQueue(profile: Profile): Promise<{ storeId: StoreId; key: string; queue: Element[] }> {
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
  await store.query('update poll_windows set quiet_until = null where store_id = $1', [storeId])
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

test('with the profile `fivem` what the client had before its restart comes behind the rest, each player in order', async () => {
  const { storeId, key } = await mixedQueue('fivem')
  await store.init(key)
  await store.sell(storeId, '4', [await store.createProduct(storeId)])
  await store.sell(storeId, '3', [await store.createProduct(storeId)])
  const order = ['APPROVE 4', 'APPROVE 1', 'APPROVE 2', 'APPROVE 3', 'REFUND 1', 'EXPIRE 2', 'APPROVE 3']
  expect(brief(await store.poll(key))).toEqual(order)
})

test('the profile `mta` gets only purchases, without those that were refunded or have expired', async () => {
  const { queue } = await mixedQueue('mta')
  expect(brief(queue)).toEqual(['APPROVE 3'])
})

test('with the profile `mta` refunds and expiries stay pending, and their purchases are held', async () => {
  const { storeId } = await mixedQueue('mta')
  const rows = await store.query(
    `select delivery_type as type, hold_reason as held, dispatched_at is not null as dispatched from pending_deliveries
     where store_id = $1 order by position`,
    [storeId],
  )
  expect(rows).toEqual([
    { type: 'APPROVE', held: 'withdrawn', dispatched: true },
    { type: 'APPROVE', held: 'withdrawn', dispatched: true },
    { type: 'APPROVE', held: null, dispatched: true },
    { type: 'REFUND', held: null, dispatched: false },
    { type: 'EXPIRE', held: null, dispatched: false },
  ])
})

test('after a change of the profile the same queue is presented differently', async () => {
  const { storeId, key, queue: before } = await mixedQueue('mta')
  await store.query("update game_servers set profile = 'standard' where store_id = $1", [storeId])
  await store.games.callers.readChanges()
  const queue = await store.poll(key)
  expect(brief(queue)).toEqual(['APPROVE 3', 'REFUND 1', 'EXPIRE 2'])
  expect(queue[0]).toEqual(before[0])
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

test.each<[Profile, number[]]>([
  ['standard', [1, 1, 1]],
  ['fivem', [3]],
  ['mta', [3]],
])('with the profile `%s` three units have the quantities %j', async (profile, quantities) => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId, profile)
  await store.sell(storeId, '1', [[await store.createProduct(storeId), 3]])
  // Without the check against the document, which describes the profile `standard`.
  const url = `${store.baseUrl}/api/games/1.0/commands/pending-commands`
  const text = await (await fetch(url, { headers: { authorization: key } })).text()
  expect([...text.matchAll(/"quantity":(\d+)/g)].map(([, quantity]) => Number(quantity))).toEqual(quantities)
})

test.each<[Profile, string[], string[]]>([
  ['standard', ['steve', '007', '1e3', '76561198000000001', '0'], []],
  ['fivem', ['76561198000000001', '0'], ['steve', '007', '1e3', '0x10', ' 7', '-7', '1234567890123456789']],
  ['mta', ['123456789012345', '0'], ['steve', '007', '1e3', '0x10', '7.0', '76561198000000001']],
])(
  'on a server with the profile `%s` only ids that its clients can read are sold to',
  async (profile, sold, refused) => {
    const storeId = await store.createStore()
    await store.createServer(storeId, profile)
    const product = await store.createProduct(storeId)
    for (const player of sold) await store.sell(storeId, player, [product])
    for (const player of refused) await expect(store.sell(storeId, player, [product])).rejects.toThrow('by number')
  },
)

/** A delivery that was dispatched to a server with this profile, and the reasons why staff should look at it. */
async function dispatchOne(profile: Profile) {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId, profile)
  const { checkoutId } = await store.sell(storeId, '1', [await store.createProduct(storeId)])
  const [delivery] = await store.poll(key)
  const { id } = delivery ?? { id: '' }
  return {
    storeId,
    checkoutId,
    report: () => store.report(key, id),
    waitSixSeconds: () =>
      store.query(`update delivery_ledger set finished_at = finished_at - interval '6 seconds' where store_id = $1`, [
        storeId,
      ]),
    reasons: async () => {
      const { letters } = await inStore(store.database.app, storeId, (tx) =>
        listDeadLetters(tx, { storeId, limit: 10 }),
      )
      return letters.filter(({ deliveryType }) => deliveryType === 'APPROVE').map(({ reason }) => reason)
    },
    resolve: (resolution: Resolution) => {
      const deliveryId = parseId<DeliveryId>('cmd', id)
      if (!deliveryId) throw new Error('nothing was dispatched')
      return resolveDelivery(store.database.app, { storeId, deliveryId, resolution })
    },
  }
}

test('a report after the refund is shown to staff until they resolve it', async () => {
  const { storeId, checkoutId, report, reasons, resolve } = await dispatchOne('mta')
  await store.refund(storeId, checkoutId)
  expect(await reasons()).toEqual(['withdrawn'])
  expect((await report()).status).toBe(200)
  expect(await reasons()).toEqual(['reported_late'])
  await resolve('delivered')
  expect(await reasons()).toEqual([])
})

test('a withdrawn purchase that staff resolve as delivered is not shown again, and is not retried', async () => {
  const { storeId, checkoutId, reasons, resolve } = await dispatchOne('mta')
  await store.refund(storeId, checkoutId)
  await expect(resolve('retry')).rejects.toThrow('refunded')
  await resolve('delivered')
  expect(await reasons()).toEqual([])
})

test.each<[Profile, string[]]>([
  ['standard', []],
  ['fivem', ['reported_twice']],
  ['mta', ['reported_twice']],
])('with the profile `%s` a second report some seconds later gives the reasons %j', async (profile, expected) => {
  const { report, waitSixSeconds, reasons, resolve } = await dispatchOne(profile)
  await report()
  await report()
  expect(await reasons()).toEqual([])
  await waitSixSeconds()
  expect((await report()).status).toBe(200)
  expect(await reasons()).toEqual(expected)
  if (expected.length > 0) await resolve('delivered')
  expect(await reasons()).toEqual([])
})
