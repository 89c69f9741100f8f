import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '../../src/setup/migrate.ts'
import { type DeliveryId, formatId, newId } from '../../src/ids.ts'
import { INIT, QUEUE, REPORT, startStore } from '../start-store.ts'
import { untilWaiting } from '../store-records.ts'

// A database of its own, because these tests end it.
const cluster = await startCluster()
afterAll(() => cluster.stop())
await migrate(await createDatabase(cluster, { name: 'template_away' }))
const store = await startStore({ clusterUrl: cluster.url, template: 'template_away' })

const storeId = await store.createStore()
const product = await store.createProduct(storeId)
const newServer = () => store.createServer(storeId)
const INIT_BODY = { serverPort: 30_120 }

test('polls, reports and inits that meet a crash of the database succeed once it is back', async () => {
  const server = await newServer()
  const sales = await Promise.all(Array.from({ length: 20 }, () => store.sell(storeId, '42', [product], server)))
  expect(await store.poll(server.key)).toHaveLength(20)
  const pollers = await Promise.all(Array.from({ length: 5 }, newServer))

  const ids = sales.flatMap((sale) => sale.deliveryIds.map((id) => formatId('cmd', id)))
  const requests: { begun: number; answer: ReturnType<typeof store.call> }[] = []
  const send = (answer: ReturnType<typeof store.call>) => requests.push({ begun: Date.now(), answer })
  const fire = async (round: number) => {
    for (const id of ids.slice(round * 4, round * 4 + 4)) send(store.report(server.key, id))
    for (const { key } of pollers) {
      send(store.call('GET', QUEUE, { key }))
      send(store.call('POST', INIT, { key, body: INIT_BODY }))
    }
    await sleep(30)
  }
  await fire(0) // under way when the database dies
  const killed = cluster.kill()
  await fire(1)
  await killed
  await fire(2)
  await sleep(1_000)
  await fire(3)
  await cluster.start()
  const back = Date.now()
  await fire(4)

  const answers = await Promise.all(
    requests.map(async ({ begun, answer }) => ({ begun, status: (await answer).status })),
  )
  expect(answers).toHaveLength(20 + 50)
  // On a busy machine the restart itself may outlast the eight seconds that the first requests go on trying.
  const inTime = answers.filter(({ begun }) => back - begun < 7_000)
  expect(inTime.map(({ status }) => status)).toEqual(inTime.map(() => 200))

  for (const id of ids) expect((await store.report(server.key, id)).status).toBe(200)
  expect(await store.poll(server.key)).toEqual([])
  const ledger = await store.query('select state from delivery_ledger where server_id = $1', [server.serverId])
  expect(ledger).toHaveLength(20)
})

test('a first hand-out that meets a crash of the database is not lost', async () => {
  const server = await newServer()
  for (let i = 0; i < 3; i++) await store.sell(storeId, String(i), [product], server)
  // The poll is about to note the offer, and waits for these rows, when the database dies.
  const other = new pg.Client({ connectionString: store.databaseUrl })
  other.on('error', () => undefined)
  await other.connect()
  await other.query('begin')
  await other.query('select from pending_deliveries where server_id = $1 for update', [server.serverId])
  const poll = store.poll(server.key)
  await untilWaiting(store, 1)
  await cluster.kill()
  const [queue] = await Promise.all([poll, cluster.start()])
  expect(queue.map((element) => element.gameUserId)).toEqual(['0', '1', '2'])
})

test('while the database is away, init of a key seen lately is answered at once; all else is a 503 after about 8 s', async () => {
  const known = await newServer()
  const polled = await newServer()
  const unknown = await newServer()
  const before = await store.init(known.key)
  await store.poll(polled.key)
  await cluster.kill()
  const timed = async (answer: ReturnType<typeof store.call>) => {
    const begun = Date.now()
    return { ...(await answer), ms: Date.now() - begun }
  }

  const [again, seenByPoll, neverSeen, poll, report, wrongKey] = await Promise.all([
    timed(store.init(known.key)),
    timed(store.init(polled.key)),
    timed(store.init(unknown.key)),
    timed(store.call('GET', QUEUE, { key: known.key })),
    timed(
      store.call('POST', REPORT, { key: known.key, body: { commandQueueId: formatId('cmd', newId<DeliveryId>()) } }),
    ),
    timed(store.call('GET', QUEUE, { key: 'from-elsewhere' })),
  ])
  await cluster.start()
  expect([again.status, again.text]).toEqual([200, before.text])
  expect(seenByPoll.status).toBe(200)
  for (const { ms } of [again, seenByPoll]) expect(ms).toBeLessThan(1_500)
  for (const answer of [neverSeen, poll, report, wrongKey]) {
    expect(answer.body).toMatchObject({ status: 503, code: 'unavailable' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(answer.ms).toBeGreaterThan(6_500)
    expect(answer.ms).toBeLessThan(11_000)
  }
  expect((await store.init(unknown.key)).status).toBe(200)
})

test('a bad body is a 400 and a forged key a 401, also straight after the database came back', async () => {
  const { key } = await newServer()
  await cluster.kill()
  await cluster.start()
  expect((await store.call('POST', INIT, { key, body: '{' })).status).toBe(400)
  expect((await store.call('POST', INIT, { key: 'qm_forged', body: INIT_BODY })).status).toBe(401)
})
