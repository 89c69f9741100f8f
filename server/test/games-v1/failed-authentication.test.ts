import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { newServerKey } from '../../src/game-servers/server-key.ts'
import { QUEUE, REPORT, startStore } from '../start-store.ts'

const store = await startStore()
const storeId = await store.createStore()
const { key } = await store.createServer(storeId)

/** From one of the loopback's many addresses, which Linux all has. */
async function statusFrom(localAddress: string, authorization: string): Promise<number | undefined> {
  const sent = request(store.baseUrl + QUEUE, { localAddress, headers: { authorization } }).end()
  const [response] = await once(sent, 'response')
  response.resume()
  return response.statusCode
}

test('an address that keeps failing is refused with 429, while a good key from there goes on working', async () => {
  let answer = await store.call('GET', QUEUE, { key: newServerKey('t1') })
  let failures = 0
  for (; answer.status === 401 && failures < 400; failures++) {
    // A key that was never issued, one that claims to be ours, and one of another platform count alike.
    const wrong = [newServerKey('t1'), 'qm_forged', 'of-another-platform'][failures % 3] ?? ''
    answer = await store.call('POST', REPORT, { key: wrong, body: { commandQueueId: 'x' } })
  }
  expect(failures).toBeGreaterThanOrEqual(100)
  expect(answer.body).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)

  await store.sell(storeId, '42', [await store.createProduct(storeId)])
  const [element] = await store.poll(key)
  expect((await store.report(key, element?.id)).status).toBe(200)
  expect((await store.init(key)).status).toBe(200)
})

test.runIf(process.platform === 'linux')('failing from one address does not limit another', async () => {
  let status: number | undefined = 401
  for (let i = 0; i < 400 && status === 401; i++) status = await statusFrom('127.0.0.2', 'wrong')
  expect(status).toBe(429)
  expect(await statusFrom('127.0.0.3', 'wrong')).toBe(401)
  expect(await statusFrom('127.0.0.2', key)).toBe(200)
})
