import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { arrange } from './select-for-mta.ts'

const store = await startStore()

/** A server with purchases of the players 100, 101 and so on. `poll` returns the players of its list, as numbers from 0. */
async function queueOf(purchases: number) {
  const storeId = await store.createStore()
  const { serverId, key } = await store.createServer(storeId, 'mta')
  const product = await store.createProduct(storeId)
  for (let i = 0; i < purchases; i++) await store.sell(storeId, `${100 + i}`, [product])
  return {
    storeId,
    product,
    key,
    poll: async () => (await store.poll(key)).map(({ gameUserId }) => Number(gameUserId) - 100),
    passTime: () =>
      store.query(
        `update poll_windows set quiet_until = quiet_until - interval '5 seconds' where store_id = $1 and server_id = $2`,
        [storeId, serverId],
      ),
  }
}

const purchase = (position: number, { lookedAt = 0, isNew = false } = {}) => ({
  position,
  lookedAt: lookedAt === 0 ? null : new Date(lookedAt),
  isNew,
})
const positions = (list: { position: number }[]) => list.map(({ position }) => position)

test('after a list, polls get nothing until a report arrives', async () => {
  const { key, poll } = await queueOf(2)
  const [first] = await store.poll(key)
  expect([await poll(), await poll()]).toEqual([[], []])
  await store.report(key, first?.id ?? '')
  expect(await poll()).toHaveLength(1)
})

test('after a list, polls get nothing for five seconds, and then the next list', async () => {
  const { poll, passTime } = await queueOf(1)
  expect(await poll()).toEqual([0])
  expect(await poll()).toEqual([])
  await passTime()
  expect(await poll()).toEqual([0])
})

test('of polls that arrive together, one gets the list', async () => {
  const { poll } = await queueOf(3)
  const lists = await Promise.all(Array.from({ length: 8 }, poll))
  expect(lists.filter((list) => list.length > 0)).toHaveLength(1)
})

test('a client that finds nobody online looks at every purchase, new ones and old ones in turn', async () => {
  const { poll, passTime } = await queueOf(6)
  const looks: (number | undefined)[] = []
  for (let index = 0; index < 6; index++) {
    looks.push((await poll())[index])
    await passTime()
  }
  expect(looks).toEqual([5, 0, 4, 1, 3, 2])
})

test('a player whose id is not a number gets nothing, even if the sale was before the profile', async () => {
  const { storeId, poll } = await queueOf(1)
  await store.query(`update pending_deliveries set game_user_id = 'steve' where store_id = $1`, [storeId])
  expect(await poll()).toEqual([])
})

test('a list has every purchase once, and the one in turn where the client looks', () => {
  const purchases = Array.from({ length: 14 }, (_, i) => purchase(i, { lookedAt: 1_000 - i }))
  for (let index = 0; index < 14; index++) {
    const { list, looksAt } = arrange(purchases, { index, showedNew: false })
    expect(list[index]).toBe(looksAt)
    expect(looksAt?.position).toBe(13)
    expect(new Set(positions(list)).size).toBe(Math.max(10, index + 1))
  }
})

test('at the end of its list the client looks at nothing', () => {
  const { list, looksAt } = arrange([purchase(1), purchase(2)], { index: 2, showedNew: false })
  expect([positions(list), looksAt]).toEqual([[1, 2], undefined])
})

test('a purchase that the client never reports goes behind the others', () => {
  const unknownCommand = purchase(1, { lookedAt: 900 })
  const { list } = arrange([unknownCommand, purchase(2, { lookedAt: 800 })], { index: 0, showedNew: false })
  expect(positions(list)).toEqual([2, 1])
})

test('the newest purchase comes next, unless the client has just looked at a new one', () => {
  const purchases = [purchase(1, { lookedAt: 500 }), purchase(8, { isNew: true }), purchase(9, { isNew: true })]
  expect(arrange(purchases, { index: 0, showedNew: false }).looksAt?.position).toBe(9)
  expect(arrange(purchases, { index: 0, showedNew: true }).looksAt?.position).toBe(8)
})

test('a client that supports only purchases never gets a refund', async () => {
  const { storeId, product, key, passTime } = await queueOf(0)
  const { checkoutId } = await store.sell(storeId, '42', [product])
  const [dispatched] = await store.poll(key)
  await store.report(key, dispatched?.id ?? '')
  await store.refund(storeId, checkoutId)
  await passTime()
  expect(await store.poll(key)).toEqual([])
})

test('a purchase that was refunded after its dispatch is not dispatched again', async () => {
  const { storeId, product, poll, passTime } = await queueOf(1)
  const { checkoutId } = await store.sell(storeId, '42', [product])
  expect(await poll()).toHaveLength(2)
  await store.refund(storeId, checkoutId)
  await passTime()
  expect(await poll()).toEqual([0])
})
