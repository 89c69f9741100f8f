import { expect, onTestFinished, test, vi } from 'vitest'
import { formatId } from '../../src/ids.ts'
import { QUEUE, startStore } from '../start-store.ts'
import { deliveriesOf, expectNoViolations, holdRows, only, untilWaiting } from '../store-records.ts'

const store = await startStore()

async function newStore() {
  const storeId = await store.createStore()
  const server = await store.createServer(storeId)
  return { storeId, server, product: await store.createProduct(storeId) }
}

test('forty servers of forty stores that poll concurrently each get their own queue', async () => {
  const stores = await Promise.all(Array.from({ length: 40 }, newStore))
  await Promise.all(
    stores.map(async ({ storeId, product, server }, i) => {
      // None, one, a few, and more than a batch reads. One after the other, because the pool of a test is small.
      const sales = [0, 1, 3, 20][i % 4] ?? 0
      for (let n = 0; n < sales; n++) await store.sell(storeId, `player-${i}`, [product], server)
    }),
  )
  for (const round of ['never dispatched', 'dispatched before']) {
    const queues = await Promise.all(stores.map(({ server }) => store.poll(server.key)))
    for (const [i, queue] of queues.entries()) {
      const { storeId } = stores[i] ?? only([])
      expect(queue, round).toHaveLength([0, 1, 3, 20][i % 4] ?? 0)
      for (const { gameUserId, storeId: sent } of queue) {
        expect([gameUserId, sent]).toEqual([`player-${i}`, formatId('sto', storeId)])
      }
    }
  }
  const waiting = await store.query('select from pending_deliveries where dispatched_at is null')
  expect(waiting).toEqual([])
  await expectNoViolations(store)
})

test('a delivery that a refund has locked delays its own server only', async () => {
  const [held, other] = await Promise.all([newStore(), newStore()])
  const { deliveryIds } = await store.sell(held.storeId, '1', [held.product])
  await store.sell(other.storeId, '2', [other.product])
  const gate = await holdRows(store, 'select from pending_deliveries where id = $1 for update', [only(deliveryIds)])
  const late = store.poll(held.server.key)
  expect(await store.poll(other.server.key)).toHaveLength(1)
  await untilWaiting(store, 1)
  await gate.release()
  expect(await late).toHaveLength(1)
})

test('concurrent reports do not affect each other: own and repeated ones succeed, those of other servers get a 404', async () => {
  const [one, two] = await Promise.all([newStore(), newStore()])
  const mine = only((await store.sell(one.storeId, '1', [one.product])).deliveryIds)
  const theirs = only((await store.sell(two.storeId, '2', [two.product])).deliveryIds)
  const report = (from: typeof one, id: typeof mine) => store.report(from.server.key, formatId('cmd', id))
  const responses = await Promise.all([
    ...Array.from({ length: 30 }, () => report(one, mine)),
    report(two, theirs),
    report(one, theirs),
    report(two, mine),
  ])
  const statuses = responses.map(({ status }) => status)
  expect(statuses).toEqual([...Array.from({ length: 31 }, () => 200), 404, 404])
  expect(new Set(responses.slice(0, 30).map(({ text }) => text)).size).toBe(1)
  expect(await deliveriesOf(store, one.storeId, { A: one.server.serverId })).toEqual(['APPROVE[1] A processed'])
  expect((await report(one, mine)).text).toBe(responses[0]?.text)
})

test('a report of a delivery that a refund has locked waits and succeeds; other reports do not wait', async () => {
  const [held, other] = await Promise.all([newStore(), newStore()])
  const locked = only((await store.sell(held.storeId, '1', [held.product])).deliveryIds)
  const free = only((await store.sell(other.storeId, '2', [other.product])).deliveryIds)
  const gate = await holdRows(store, 'select from pending_deliveries where id = $1 for update', [locked])
  const late = store.report(held.server.key, formatId('cmd', locked))
  expect((await store.report(other.server.key, formatId('cmd', free))).status).toBe(200)
  await untilWaiting(store, 1)
  await gate.release()
  expect((await late).status).toBe(200)
})

test('the fast path and the slow path of a poll give the same response, header by header', async () => {
  const { storeId, server, product } = await newStore()
  const headersOf = ({ headers }: { headers: Headers }) =>
    Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)))
  for (let sold = 0; sold < 3; sold++) {
    // A POST never takes the fast path, and neither does the first poll of a key.
    const slow = await store.call('POST', QUEUE, { key: server.key, body: {} })
    const fast = await store.call('GET', QUEUE, { key: server.key })
    expect(fast.text).toBe(slow.text)
    expect(headersOf(fast)).toEqual(headersOf(slow))
    const waited = await store.call('GET', QUEUE, { key: server.key, headers: { prefer: 'wait=1' } })
    expect(waited.text).toBe(slow.text)
    const traced = await store.call('GET', QUEUE, { key: server.key, headers: { 'x-request-id': 'mine' } })
    expect(traced.headers.get('x-request-id')).toBe('mine')
    await store.sell(storeId, `player ${sold} "é"`, [product], server)
  }
})

test('of a hundred concurrent polls of one key the burst succeeds and the others get a 429; the server keeps working', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { server } = await newStore()
  await store.poll(server.key)
  const responses = await Promise.all(Array.from({ length: 100 }, () => store.call('GET', QUEUE, { key: server.key })))
  const count = (status: number) => responses.filter((response) => response.status === status).length
  expect([count(200), count(429)]).toEqual([29, 71])
  expect((await store.init(server.key)).status).toBe(200)
})
