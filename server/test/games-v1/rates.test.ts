import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, expect, test, vi } from 'vitest'
import { newServerKey } from '../../src/game-servers/server-key.ts'
import { type DeliveryId, formatId, newId } from '../../src/ids.ts'
import { INIT, QUEUE, REPORT, startStore } from '../start-store.ts'

// Time passes only where a test says so, because a slow machine would allow more calls.
vi.useFakeTimers({ toFake: ['Date'] })

afterAll(() => void vi.useRealTimers())

const store = await startStore()

type Response = Awaited<ReturnType<typeof store.call>>

const newServer = async () => store.createServer(await store.createStore())

/** Calls until a call is rate limited. Returns how many calls passed. */
async function untilLimited(call: () => Promise<Response>): Promise<{ passed: number; refusal: Response }> {
  for (let passed = 0; passed < 500; passed++) {
    const response = await call()
    if (response.status === 429) return { passed, refusal: response }
  }
  throw new Error('no call was refused')
}

/** Calls until the burst is used up, and again after two seconds. */
async function expectRate(call: () => Promise<Response>, perSecond: number, burst: number): Promise<void> {
  const { passed, refusal } = await untilLimited(call)
  expect(passed).toBe(burst)
  expect(refusal.body).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(refusal.headers.get('retry-after')).toBe('1')
  vi.advanceTimersByTime(2_000)
  expect((await untilLimited(call)).passed).toBe(2 * perSecond)
}

test('a key may poll 30 times in a burst and 5 times a second, by GET and POST together', async () => {
  const { key } = await newServer()
  let turn = 0
  await expectRate(() => store.call(turn++ % 2 === 0 ? 'GET' : 'POST', QUEUE, { key }), 5, 30)
})

test('a key may call init 20 times in a burst and once a second', async () => {
  const { key } = await newServer()
  await expectRate(() => store.call('POST', INIT, { key, body: { serverPort: 1 } }), 1, 20)
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
  const report = () => store.call('POST', REPORT, { key, body: { commandQueueId: ids[turn++ % ids.length] } })
  await expectRate(report, 5, 30)
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

const storeId = await store.createStore()
const { key } = await store.createServer(storeId)

/** Calls from one of the loopback addresses, all of which Linux accepts. */
async function statusFrom(localAddress: string, authorization: string): Promise<number | undefined> {
  const sent = request(store.baseUrl + QUEUE, { localAddress, headers: { authorization } }).end()
  const [response] = await once(sent, 'response')
  response.resume()
  return response.statusCode
}

test('an address with many failed calls gets a 429, while a valid key continues to work from it', async () => {
  let response = await store.call('GET', QUEUE, { key: newServerKey('t1') })
  let failures = 0
  for (; response.status === 401 && failures < 400; failures++) {
    // A key that was never issued, a forged one, and one of another platform all count.
    const wrong = [newServerKey('t1'), 'qm_forged', 'of-another-platform'][failures % 3] ?? ''
    response = await store.call('POST', REPORT, { key: wrong, body: { commandQueueId: 'x' } })
  }
  expect(failures).toBe(100)
  expect(response.body).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(response.headers.get('retry-after')).toBe('1')

  await store.sell(storeId, '42', [await store.createProduct(storeId)])
  const [delivery] = await store.poll(key)
  expect((await store.report(key, delivery?.id)).status).toBe(200)
  expect((await store.init(key)).status).toBe(200)
})

test.runIf(process.platform === 'linux')('failed calls from one address do not limit another', async () => {
  let status: number | undefined = 401
  for (let i = 0; i < 400 && status === 401; i++) status = await statusFrom('127.0.0.2', 'wrong')
  expect(status).toBe(429)
  expect(await statusFrom('127.0.0.3', 'wrong')).toBe(401)
  expect(await statusFrom('127.0.0.2', key)).toBe(200)
})
