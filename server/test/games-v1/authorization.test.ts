import { expect, test } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import { importServerKey, createServerKey } from '../../src/game-servers/add-server-key.ts'
import { revokeServerKeys } from '../../src/game-servers/revoke-server-keys.ts'
import { newServerKey } from '../../src/game-servers/server-key.ts'
import { INIT, QUEUE, rememberKey, REPORT, startStore, type TestServer } from '../start-store.ts'
import { rawRequest, requireProblem, sendRaw } from './send-raw.ts'

const store = await startStore()
const newServer = async () => store.createServer(await store.createStore())

/** The statuses of all operations with these headers. */
async function statusesOf(headers: Record<string, string>): Promise<number[]> {
  const responses = await Promise.all([
    store.call('POST', INIT, { headers, body: { serverPort: 30_120 } }),
    store.call('GET', QUEUE, { headers }),
    store.call('POST', QUEUE, { headers }),
    store.call('POST', REPORT, { headers, body: { commandQueueId: 'x' } }),
  ])
  return responses.map((response) => response.status)
}

const REFUSED = [401, 401, 401, 401]

test('every route of the interface refuses a request without a key', async () => {
  const routes = routesOf(store.app.printRoutes({ commonPrefix: false }))
  expect(routes.length).toBeGreaterThan(0)
  for (const { method, path } of routes) {
    const response = await store.call(method, path, method === 'POST' ? { body: {} } : {})
    expect(response.body, `${method} ${path}`).toMatchObject({ status: 401, code: 'unauthorized' })
  }
})

test('the key is accepted alone or after any scheme, in any case and with any white space', async () => {
  const { key } = await newServer()
  for (const form of [
    key,
    `Bearer ${key}`,
    `bearer ${key}`,
    `BEARER ${key}`,
    `Token ${key}`,
    `ApiKey ${key}`,
    `X-Anything!#$ ${key}`,
    `Bearer   ${key}`,
    `Bearer\t${key}`,
  ]) {
    expect((await store.call('GET', QUEUE, { headers: { authorization: form } })).status, form.slice(0, 15)).toBe(200)
  }
  const padded = rawRequest('GET', QUEUE, [`aUTHORIZATION:  \t Bearer  ${key} \t `, 'Connection: close'])
  expect((await sendRaw(store.baseUrl, padded)).map((response) => response.status)).toEqual([200])
})

test('the key itself must match exactly', async () => {
  const { key } = await newServer()
  for (const wrong of [key.toLowerCase(), key.slice(0, -1), `${key}x`, `"${key}"`, `Bearer ${key} ${key}`]) {
    expect(await statusesOf({ authorization: wrong })).toEqual(REFUSED)
  }
})

test('a header that is missing, empty, or has only a scheme is refused', async () => {
  expect(await statusesOf({})).toEqual(REFUSED)
  expect(await statusesOf({ authorization: '' })).toEqual(REFUSED)
  expect(await statusesOf({ authorization: 'Bearer ' })).toEqual(REFUSED)
})

test('two Authorization headers are refused, even with the same valid key', async () => {
  const { key } = await newServer()
  const other = await newServer()
  for (const second of [key, other.key, '', `Bearer ${key}`]) {
    const twice = rawRequest('GET', QUEUE, [`Authorization: ${key}`, `Authorization: ${second}`, 'Connection: close'])
    const [response] = await sendRaw(store.baseUrl, twice)
    expect(response?.status).toBe(401)
    expect(response && requireProblem(response)).toMatchObject({ code: 'unauthorized' })
  }
})

test('a key that was never issued is refused, whatever its format', async () => {
  for (const key of [newServerKey('t1'), 'qm_t1_nonsense', 'anything', 'ünïcode'.normalize('NFC')]) {
    const latin = Buffer.from(key, 'utf8').toString('latin1')
    expect(await statusesOf({ authorization: latin })).toEqual(REFUSED)
  }
})

test('after a rotation a server may use both keys until the old one is revoked', async () => {
  const server = await newServer()
  const added = await inStore(store.database.app, server.storeId, (tx) =>
    createServerKey(tx, { ...server, cell: 't1' }),
  )
  rememberKey(added.key)
  await store.sell(server.storeId, '42', [await store.createProduct(server.storeId)])
  const [delivery] = await store.poll(server.key)
  expect(await store.poll(added.key)).toEqual([delivery])

  await revokeServerKeys(store.database.app, { ...server, which: 'all-but-newest' })
  await store.games.callers.readChanges()
  expect(await statusesOf({ authorization: server.key })).toEqual(REFUSED)
  expect((await store.report(added.key, delivery?.id)).status).toBe(200)
})

test('a revoked key is refused within seconds, on every operation, by a process that has it in its cache', async () => {
  const server = await newServer()
  await store.init(server.key)
  expect(await store.poll(server.key)).toEqual([])
  await revokeServerKeys(store.database.app, { ...server, which: 'all' })
  await expect.poll(() => statusesOf({ authorization: server.key }), { interval: 500 }).toEqual(REFUSED)
})

test('an imported key of another platform authenticates its server, alone or after a scheme', async () => {
  const server = await newServer()
  const key = `b1946ac9-${'legacy+/=~'.repeat(4)}`
  rememberKey(key)
  await inStore(store.database.app, server.storeId, (tx) => importServerKey(tx, { ...server, key }))
  expect((await store.init(key)).text).toBe((await store.init(server.key)).text)
  expect(await store.poll(`Bearer ${key}`)).toEqual([])
})

test('a key gives access to the queue of its own server only', async () => {
  const storeId = await store.createStore()
  const servers: TestServer[] = [
    await store.createServer(storeId),
    await store.createServer(storeId),
    await newServer(),
  ]
  const product = await store.createProduct(storeId)
  await store.sell(storeId, '42', [product], { serverId: servers[1]?.serverId ?? fail() })
  const lengths = await Promise.all(servers.map(async ({ key }) => (await store.poll(key)).length))
  expect(lengths).toEqual([0, 1, 0])
})

function fail(): never {
  throw new Error('a server is missing')
}

/** Parses the list of Fastify, with lines such as `/path (GET, POST)`. */
function routesOf(table: string): { method: string; path: string }[] {
  return [...table.matchAll(/(\/api\/games\/\S+) \(([^)]+)\)/g)].flatMap(([, path = '', methods = '']) =>
    methods.split(', ').map((method) => ({ method, path })),
  )
}
