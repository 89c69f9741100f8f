import { expect, test } from 'vitest'
import { formatId } from '../../src/ids.ts'
import { INIT, startStore } from '../start-store.ts'

const store = await startStore()

async function initOf(details: Parameters<typeof store.createStore>[0]) {
  const storeId = await store.createStore(details)
  const { key } = await store.createServer(storeId)
  return { storeId, response: await store.init(key) }
}

test('init returns the five fields of the store and no others, all of them strings', async () => {
  const { storeId, response } = await initOf({ name: 'Vale ⚔ Store', plan: 'SUPER', url: 'vale.example' })
  expect(response.status).toBe(200)
  expect(response.body).toStrictEqual({
    id: formatId('sto', storeId),
    name: 'Vale ⚔ Store',
    plan: 'SUPER',
    expirationDate: '2099-12-31T23:59:59.000Z',
    url: 'vale.example',
  })
})

test('the expiry is in UTC, with milliseconds and a trailing Z', async () => {
  const { response } = await initOf({ expiresAt: new Date('2031-05-06T09:08:07+02:00') })
  expect(response.body).toMatchObject({ expirationDate: '2031-05-06T07:08:07.000Z' })
})

test('a store without an expiry has the date 2099-12-31T23:59:59.000Z', async () => {
  const { response } = await initOf({ expiresAt: null })
  expect(response.body).toMatchObject({ expirationDate: '2099-12-31T23:59:59.000Z' })
})

test('the url of the store has no scheme, however it was entered', async () => {
  for (const url of ['https://vale.example/', 'HTTP://vale.example', 'vale.example']) {
    const { response } = await initOf({ url })
    expect(response.body).toMatchObject({ url: 'vale.example' })
  }
})

test('any plan is sent unchanged', async () => {
  for (const plan of ['BASIC', 'ADVANCED', 'Plano de Verão ☀']) {
    expect((await initOf({ plan })).response.body).toMatchObject({ plan })
  }
})

test('init stores the port that the server sent, and the address of the request', async () => {
  const { storeId, serverId, key } = await store.createServer(await store.createStore())
  expect((await store.init(key, { serverPort: 22_003 })).status).toBe(200)
  const rows = await store.query(
    'select port, address, initialized_at is not null as initialized from game_servers where store_id = $1 and id = $2',
    [storeId, serverId],
  )
  expect(rows).toEqual([{ port: 22_003, address: '127.0.0.1', initialized: true }])
})

test('every server of a store gets the same store', async () => {
  const storeId = await store.createStore()
  const first = await store.init((await store.createServer(storeId)).key)
  const second = await store.init((await store.createServer(storeId, 'mta')).key)
  expect(second.text).toBe(first.text)
})

test('a change of the store is visible to init a few seconds later', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  await store.init(key)
  await store.query("update stores set name = 'Renamed' where id = $1", [storeId])
  await store.games.callers.readChanges()
  expect((await store.init(key)).body).toMatchObject({ name: 'Renamed' })
})

test('an expired subscription stops sales and nothing else: init, queue, reports and refunds still work', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const product = await store.createProduct(storeId)
  const sold = await store.sell(storeId, '42', [product])
  await store.sell(storeId, '43', [product])
  await store.query("update stores set expires_at = '2020-01-02T03:04:05.678Z' where id = $1", [storeId])

  await expect(store.sell(storeId, '42', [product])).rejects.toMatchObject({ code: 'subscription_expired' })
  await store.games.callers.readChanges()
  expect((await store.init(key)).body).toMatchObject({ expirationDate: '2020-01-02T03:04:05.678Z' })
  const [first, second] = await store.poll(key)
  expect([first?.gameUserId, second?.gameUserId]).toEqual(['42', '43'])
  expect((await store.report(key, second?.id)).status).toBe(200)
  await store.refund(storeId, sold.checkoutId)
  expect((await store.poll(key)).map((delivery) => delivery.deliveryType)).toEqual(['APPROVE', 'REFUND'])
})

test('init accepts a port from 1 to 65535, also written as a decimal', async () => {
  const { key } = await store.createServer(await store.createStore())
  for (const port of ['1', '65535', '30000.0', '3e4']) {
    const { status } = await store.call('POST', INIT, { key, body: `{"serverPort":${port}}` })
    expect(status, port).toBe(200)
  }
})

test('init refuses a missing port, and one that is not a whole number from 1 to 65535', async () => {
  const { key } = await store.createServer(await store.createStore())
  for (const body of [
    '{"serverPort":0}',
    '{"serverPort":65536}',
    '{"serverPort":-1}',
    '{"serverPort":1.5}',
    '{"serverPort":"30120"}',
    '{"serverPort":null}',
    '{"serverPort":true}',
    '{"serverPort":[30120]}',
    '{"serverport":30120}',
    '{}',
  ]) {
    const response = await store.call('POST', INIT, { key, body })
    expect(response.body, body).toMatchObject({ status: 400, code: 'invalid_request' })
  }
})
