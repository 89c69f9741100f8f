import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '../../src/setup/migrate.ts'
import { type DeliveryId, formatId, newId } from '../../src/ids.ts'
import { INIT, QUEUE, REPORT, startStore } from '../start-store.ts'
import { untilWaiting } from '../store-records.ts'

// These tests crash the database, so they have a cluster of their own.
const cluster = await startCluster()
afterAll(() => cluster.stop())
await migrate(await createDatabase(cluster, { name: 'template_outage' }))
const store = await startStore({ clusterUrl: cluster.url, template: 'template_outage' })

const storeId = await store.createStore()
const product = await store.createProduct(storeId)
const newServer = () => store.createServer(storeId)
const INIT_BODY = { serverPort: 30_120 }

test('polls, reports and inits during a crash of the database succeed after its restart', async () => {
  const server = await newServer()
  const sales = await Promise.all(Array.from({ length: 20 }, () => store.sell(storeId, '42', [product], server)))
  expect(await store.poll(server.key)).toHaveLength(20)
  const pollers = await Promise.all(Array.from({ length: 5 }, newServer))

  const ids = sales.flatMap((sale) => sale.deliveryIds.map((id) => formatId('cmd', id)))
  const requests: { startedAt: number; response: ReturnType<typeof store.call> }[] = []
  const send = (response: ReturnType<typeof store.call>) => requests.push({ startedAt: Date.now(), response })
  const fire = async (round: number) => {
    for (const id of ids.slice(round * 4, round * 4 + 4)) send(store.report(server.key, id))
    for (const { key } of pollers) {
      send(store.call('GET', QUEUE, { key }))
      send(store.call('POST', INIT, { key, body: INIT_BODY }))
    }
    await sleep(30)
  }
  await fire(0) // in flight when the database crashes
  const killed = cluster.kill()
  await fire(1)
  await killed
  await fire(2)
  await sleep(1_000)
  await fire(3)
  await cluster.start()
  const restartedAt = Date.now()
  await fire(4)

  const responses = await Promise.all(
    requests.map(async ({ startedAt, response }) => ({ startedAt, status: (await response).status })),
  )
  expect(responses).toHaveLength(20 + 50)
  // On a busy machine the restart may take longer than the eight seconds for which requests are retried.
  const inTime = responses.filter(({ startedAt }) => restartedAt - startedAt < 7_000)
  expect(inTime.map(({ status }) => status)).toEqual(inTime.map(() => 200))

  for (const id of ids) expect((await store.report(server.key, id)).status).toBe(200)
  expect(await store.poll(server.key)).toEqual([])
  const ledger = await store.query('select state from delivery_ledger where server_id = $1', [server.serverId])
  expect(ledger).toHaveLength(20)
})

test('a first dispatch during a crash of the database is not lost', async () => {
  const server = await newServer()
  for (let i = 0; i < 3; i++) await store.sell(storeId, String(i), [product], server)
  // The poll waits for these rows to store the dispatch when the database crashes.
  const other = new pg.Client({ connectionString: store.databaseUrl })
  other.on('error', () => undefined)
  await other.connect()
  await other.query('begin')
  await other.query('select from pending_deliveries where server_id = $1 for update', [server.serverId])
  const poll = store.poll(server.key)
  await untilWaiting(store, 1)
  await cluster.kill()
  const [queue] = await Promise.all([poll, cluster.start()])
  expect(queue.map((delivery) => delivery.gameUserId)).toEqual(['0', '1', '2'])
})

test('during an outage of the database init of a recently seen key does not wait; any other request is retried and gets a 503', async () => {
  const known = await newServer()
  const polled = await newServer()
  const unknown = await newServer()
  const before = await store.init(known.key)
  await store.poll(polled.key)
  await cluster.kill()
  const answered: number[] = []
  const waiting = Promise.all(
    [
      store.init(unknown.key),
      store.call('GET', QUEUE, { key: known.key }),
      store.call('POST', REPORT, { key: known.key, body: { commandQueueId: formatId('cmd', newId<DeliveryId>()) } }),
      store.call('GET', QUEUE, { key: 'from-elsewhere' }),
    ].map((response) => response.finally(() => answered.push(1))),
  )
  const [again, knownByPoll] = await Promise.all([store.init(known.key), store.init(polled.key)])
  expect(answered).toEqual([])
  const refused = await waiting
  await cluster.start()
  expect([again.status, again.text]).toEqual([200, before.text])
  expect(knownByPoll.status).toBe(200)
  for (const response of refused) {
    expect(response.body).toMatchObject({ status: 503, code: 'unavailable' })
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  }
  expect((await store.init(unknown.key)).status).toBe(200)
})

test('with the profile `fivem` a report gets its response before others do, is stored after the outage, and is not dispatched before', async () => {
  const server = await store.createServer(storeId, 'fivem')
  await store.sell(storeId, '42', [product], server)
  const [delivery] = await store.poll(server.key)
  await cluster.kill()
  let isRefused = false
  const other = store.call('GET', QUEUE, { key: server.key }).finally(() => (isRefused = true))
  expect((await store.report(server.key, delivery?.id)).status).toBe(503)
  expect(isRefused).toBe(false)
  await other

  await cluster.start()
  const polls = await Promise.all(Array.from({ length: 10 }, () => store.poll(server.key)))
  expect(polls.flat()).toEqual([])
  const isStored = async () =>
    (await store.query('select from delivery_ledger where server_id = $1', [server.serverId])).length === 1
  await expect.poll(isStored).toBe(true)
})

test('an invalid body gets a 400 and a forged key a 401, also right after a restart of the database', async () => {
  const { key } = await newServer()
  await cluster.kill()
  await cluster.start()
  expect((await store.call('POST', INIT, { key, body: '{' })).status).toBe(400)
  expect((await store.call('POST', INIT, { key: 'qm_forged', body: INIT_BODY })).status).toBe(401)
})
