import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, expect, test, vi } from 'vitest'
import { newServerKey } from '../../src/game-servers/server-key.ts'
import { QUEUE, REPORT, startStore } from '../start-store.ts'

// Time stands still, because a slow machine would allow more calls.
vi.useFakeTimers({ toFake: ['Date'] })
afterAll(() => void vi.useRealTimers())

const store = await startStore()
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
