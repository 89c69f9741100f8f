import { expect, test } from 'vitest'
import { formatId } from '../../src/ids.ts'
import { QUEUE, startStore } from '../start-store.ts'
import { deliveriesOf, expectSound, holdRows, only, untilWaiting } from '../store-records.ts'

const store = await startStore()

async function newShop() {
  const storeId = await store.createStore()
  const server = await store.createServer(storeId)
  return { storeId, server, product: await store.createProduct(storeId) }
}

test('forty servers of forty stores that poll at the same moment each get their own queue and nothing else', async () => {
  const shops = await Promise.all(Array.from({ length: 40 }, newShop))
  await Promise.all(
    shops.flatMap(({ storeId, product, server }, i) =>
      // None, one, a few, and more than is read along with others.
      Array.from({ length: [0, 1, 3, 20][i % 4] ?? 0 }, () => store.sell(storeId, `player-${i}`, [product], server)),
    ),
  )
  for (const round of ['never offered', 'offered before']) {
    const queues = await Promise.all(shops.map(({ server }) => store.poll(server.key)))
    for (const [i, queue] of queues.entries()) {
      const { storeId } = shops[i] ?? only([])
      expect(queue, round).toHaveLength([0, 1, 3, 20][i % 4] ?? 0)
      for (const { gameUserId, storeId: told } of queue) {
        expect([gameUserId, told]).toEqual([`player-${i}`, formatId('sto', storeId)])
      }
    }
  }
  const waiting = await store.query('select from pending_deliveries where dispatched_at is null')
  expect(waiting).toEqual([])
  await expectSound(store)
})

test('an element that a refund holds keeps its own server waiting and nobody else', async () => {
  const [held, other] = await Promise.all([newShop(), newShop()])
  const { deliveryIds } = await store.sell(held.storeId, '1', [held.product])
  await store.sell(other.storeId, '2', [other.product])
  const gate = await holdRows(store, 'select from pending_deliveries where id = $1 for update', [only(deliveryIds)])
  const late = store.poll(held.server.key)
  expect(await store.poll(other.server.key)).toHaveLength(1)
  await untilWaiting(store, 1)
  await gate.release()
  expect(await late).toHaveLength(1)
})

test('reports of one moment do not mix: own ones succeed, repeated ones too, foreign and unknown ones are a 404 alike', async () => {
  const [one, two] = await Promise.all([newShop(), newShop()])
  const mine = only((await store.sell(one.storeId, '1', [one.product])).deliveryIds)
  const theirs = only((await store.sell(two.storeId, '2', [two.product])).deliveryIds)
  const report = (shop: typeof one, id: typeof mine) => store.report(shop.server.key, formatId('cmd', id))
  const answers = await Promise.all([
    ...Array.from({ length: 30 }, () => report(one, mine)),
    report(two, theirs),
    report(one, theirs),
    report(two, mine),
  ])
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toEqual([...Array.from({ length: 31 }, () => 200), 404, 404])
  expect(new Set(answers.slice(0, 30).map(({ text }) => text)).size).toBe(1)
  expect(await deliveriesOf(store, one.storeId, { A: one.server.serverId })).toEqual(['APPROVE[1] A processed'])
  expect((await report(one, mine)).text).toBe(answers[0]?.text)
})

test('a report of an element that a refund holds waits for it and succeeds; reports beside it do not wait', async () => {
  const [held, other] = await Promise.all([newShop(), newShop()])
  const holdsBack = only((await store.sell(held.storeId, '1', [held.product])).deliveryIds)
  const free = only((await store.sell(other.storeId, '2', [other.product])).deliveryIds)
  const gate = await holdRows(store, 'select from pending_deliveries where id = $1 for update', [holdsBack])
  const late = store.report(held.server.key, formatId('cmd', holdsBack))
  expect((await store.report(other.server.key, formatId('cmd', free))).status).toBe(200)
  await untilWaiting(store, 1)
  await gate.release()
  expect((await late).status).toBe(200)
})

test('the short way and the long way of a poll give the same answer, header by header', async () => {
  const { storeId, server, product } = await newShop()
  const headersOf = ({ headers }: { headers: Headers }) =>
    Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)))
  for (let sold = 0; sold < 3; sold++) {
    // A POST never takes the short way; nor does the first poll of a key.
    const long = await store.call('POST', QUEUE, { key: server.key, body: {} })
    const short = await store.call('GET', QUEUE, { key: server.key })
    expect(short.text).toBe(long.text)
    expect(headersOf(short)).toEqual(headersOf(long))
    const waited = await store.call('GET', QUEUE, { key: server.key, headers: { prefer: 'wait=1' } })
    expect(waited.text).toBe(long.text)
    const traced = await store.call('GET', QUEUE, { key: server.key, headers: { 'x-request-id': 'mine' } })
    expect(traced.headers.get('x-request-id')).toBe('mine')
    await store.sell(storeId, `player ${sold} "é"`, [product], server)
  }
})

test('a hundred polls of one key at the same moment: the burst is answered, the rest is told to slow down, the server lives', async () => {
  const { server } = await newShop()
  await store.poll(server.key)
  const answers = await Promise.all(Array.from({ length: 100 }, () => store.call('GET', QUEUE, { key: server.key })))
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  expect(count(200)).toBeGreaterThanOrEqual(25)
  expect(count(200)).toBeLessThan(60)
  expect(count(200) + count(429)).toBe(100)
  expect((await store.init(server.key)).status).toBe(200)
})
