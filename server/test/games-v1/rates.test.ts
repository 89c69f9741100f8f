import { expect, test, vi } from 'vitest'
import { type DeliveryId, formatId, newId } from '../../src/ids.ts'
import { INIT, QUEUE, REPORT, startStore } from '../start-store.ts'

const store = await startStore()
type Answer = Awaited<ReturnType<typeof store.call>>
const newServer = async () => store.createServer(await store.createStore())

/** Calls until one is refused for being too many; tells how many were not, and how long that took. */
async function untilLimited(
  call: () => Promise<Answer>,
): Promise<{ passed: number; seconds: number; refusal: Answer }> {
  const begun = performance.now()
  for (let passed = 0; passed < 500; passed++) {
    const answer = await call()
    if (answer.status === 429) return { passed, seconds: (performance.now() - begun) / 1000, refusal: answer }
  }
  throw new Error('nothing was ever refused')
}

function expectRate({ passed, seconds }: { passed: number; seconds: number }, perSecond: number, burst: number): void {
  expect(passed).toBeGreaterThanOrEqual(burst)
  expect(passed).toBeLessThanOrEqual(burst + Math.ceil(seconds * perSecond))
}

function expectRefusal(refusal: Answer): void {
  expect(refusal.body).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
}

test('a key may poll 30 times in a burst and 5 times a second, by GET and POST together', async () => {
  const { key } = await newServer()
  let turn = 0
  const limit = await untilLimited(() => store.call(turn++ % 2 === 0 ? 'GET' : 'POST', QUEUE, { key }))
  expectRate(limit, 5, 30)
  expectRefusal(limit.refusal)
  expect(limit.refusal.headers.get('retry-after')).toBe('1')
})

test('a refused poll succeeds within the time it was told', async () => {
  const { key } = await newServer()
  await untilLimited(() => store.call('GET', QUEUE, { key }))
  const begun = performance.now()
  await vi.waitFor(async () => expect((await store.call('GET', QUEUE, { key })).status).toBe(200), { interval: 50 })
  expect(performance.now() - begun).toBeLessThan(1_000)
})

test('a key may call init 20 times in a burst and once a second', async () => {
  const { key } = await newServer()
  const limit = await untilLimited(() => store.call('POST', INIT, { key, body: { serverPort: 1 } }))
  expectRate(limit, 1, 20)
  expectRefusal(limit.refusal)
})

test('a report of a known element is never limited, the first as little as its repetitions', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const product = await store.createProduct(storeId)
  const { deliveryIds } = await store.sell(storeId, '42', [product])
  const later = await store.sell(storeId, '42', [product])
  await store.poll(key)
  await untilLimited(() => store.call('GET', QUEUE, { key }))
  await untilLimited(() => store.report(key, 'unknown'))

  const ids = deliveryIds.map((id) => formatId('cmd', id))
  for (let i = 0; i < 150; i++) expect((await store.report(key, ids[0])).status).toBe(200)
  for (const id of later.deliveryIds) expect((await store.report(key, formatId('cmd', id))).status).toBe(200)
})

test('reports of unknown and foreign elements are limited together', async () => {
  const { key } = await newServer()
  const storeId = await store.createStore()
  await store.createServer(storeId)
  const foreign = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  const ids = [
    'nonsense',
    formatId('cmd', newId<DeliveryId>()),
    ...foreign.deliveryIds.map((id) => formatId('cmd', id)),
  ]
  let turn = 0
  const limit = await untilLimited(() =>
    store.call('POST', REPORT, { key, body: { commandQueueId: ids[turn++ % ids.length] } }),
  )
  expectRate(limit, 5, 30)
  expectRefusal(limit.refusal)
})

test('one key, one operation: what is limited for one goes on for the others', async () => {
  const storeId = await store.createStore()
  const limited = await store.createServer(storeId)
  const neighbour = await store.createServer(storeId)
  await untilLimited(() => store.call('GET', QUEUE, { key: limited.key }))
  expect((await store.init(limited.key)).status).toBe(200)
  expect((await store.report(limited.key, 'unknown')).status).toBe(404)
  expect(await store.poll(neighbour.key)).toEqual([])
})
