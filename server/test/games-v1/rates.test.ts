import { expect, test, vi } from 'vitest'
import { type DeliveryId, formatId, newId } from '../../src/ids.ts'
import { INIT, QUEUE, REPORT, startStore } from '../start-store.ts'

const store = await startStore()
type Response = Awaited<ReturnType<typeof store.call>>
const newServer = async () => store.createServer(await store.createStore())

/** Calls until a call is rate limited. Returns how many calls passed and how long that took. */
async function untilLimited(
  call: () => Promise<Response>,
): Promise<{ passed: number; seconds: number; refusal: Response }> {
  const startedAt = performance.now()
  for (let passed = 0; passed < 500; passed++) {
    const response = await call()
    if (response.status === 429) return { passed, seconds: (performance.now() - startedAt) / 1000, refusal: response }
  }
  throw new Error('no call was refused')
}

function expectRate({ passed, seconds }: { passed: number; seconds: number }, perSecond: number, burst: number): void {
  expect(passed).toBeGreaterThanOrEqual(burst)
  expect(passed).toBeLessThanOrEqual(burst + Math.ceil(seconds * perSecond))
}

function expectRefusal(refusal: Response): void {
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

test('a refused poll succeeds after the time of its Retry-After header', async () => {
  const { key } = await newServer()
  await untilLimited(() => store.call('GET', QUEUE, { key }))
  const startedAt = performance.now()
  await vi.waitFor(async () => expect((await store.call('GET', QUEUE, { key })).status).toBe(200), { interval: 50 })
  expect(performance.now() - startedAt).toBeLessThan(1_000)
})

test('a key may call init 20 times in a burst and once a second', async () => {
  const { key } = await newServer()
  const limit = await untilLimited(() => store.call('POST', INIT, { key, body: { serverPort: 1 } }))
  expectRate(limit, 1, 20)
  expectRefusal(limit.refusal)
})

test('a report of a known delivery is never limited, neither the first nor a repeated one', async () => {
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

test('reports of unknown deliveries and of deliveries of others share one limit', async () => {
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

test('a limit applies to one key and one operation; others are not affected', async () => {
  const storeId = await store.createStore()
  const limited = await store.createServer(storeId)
  const neighbour = await store.createServer(storeId)
  await untilLimited(() => store.call('GET', QUEUE, { key: limited.key }))
  expect((await store.init(limited.key)).status).toBe(200)
  expect((await store.report(limited.key, 'unknown')).status).toBe(404)
  expect(await store.poll(neighbour.key)).toEqual([])
})
