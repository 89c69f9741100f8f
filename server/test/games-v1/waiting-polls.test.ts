import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { QUEUE, startStore } from '../start-store.ts'
import { only } from '../store-records.ts'
import { fillQueue } from './fill-queue.ts'

const store = await startStore()
const storeId = await store.createStore()
const product = await store.createProduct(storeId)
const newServer = () => store.createServer(storeId)

/** Sends a waiting poll. */
async function wait(key: string, prefer = 'wait=20', method = 'GET') {
  const { status, body, headers } = await store.call(method, QUEUE, { key, headers: { prefer } })
  return {
    status,
    players: (body as { checkouts: { gameUserId: string }[] }).checkouts.map(({ gameUserId }) => gameUserId),
    applied: headers.get('preference-applied'),
  }
}

async function untilWaiting(count: number): Promise<void> {
  await expect.poll(() => store.games.waitingPolls.count(), { interval: 5 }).toBe(count)
}

test('a sale ends a waiting poll long before its time is over', async () => {
  const server = await newServer()
  const waiting = wait(server.key, 'wait=60')
  await untilWaiting(1)
  await sleep(300)
  await store.sell(storeId, '42', [product], server)
  await untilWaiting(0)
  expect(await waiting).toMatchObject({ status: 200, players: ['42'], applied: 'wait=60' })
})

test('a waiting poll returns at once if a delivery is pending', async () => {
  const server = await newServer()
  await store.sell(storeId, '1', [product], server)
  expect(await wait(server.key)).toMatchObject({ players: ['1'], applied: 'wait=20' })
})

test('without the preference a poll does not wait, and the response does not mention it', async () => {
  const { key } = await newServer()
  for (const prefer of ['wait=0', 'respond-async', 'wait=soon', 'awaited=5', 'wait']) {
    expect(await wait(key, prefer), prefer).toMatchObject({ status: 200, players: [], applied: null })
  }
})

test('after the requested time a waiting poll returns an empty queue; the preference may be one of several', async () => {
  const { key } = await newServer()
  const waiting = wait(key, 'respond-async, Wait="1"; x=y')
  await untilWaiting(1)
  expect(await waiting).toMatchObject({ status: 200, players: [], applied: 'wait=1' })
  expect(await wait(key, 'wait=1', 'POST')).toMatchObject({ status: 200, applied: 'wait=1' })
})

test('a delivery that arrives between two waiting polls is in the second response', async () => {
  const server = await newServer()
  for (const player of ['1', '2', '3']) {
    expect((await wait(server.key, 'wait=1')).players).toEqual([])
    await store.sell(storeId, player, [product], server)
    const { players } = await wait(server.key)
    expect(players).toEqual([player])
    for (const { id } of await store.poll(server.key)) await store.report(server.key, id)
  }
})

test('a sale ends only the waiting polls of its server', async () => {
  const [one, other] = await Promise.all([newServer(), newServer()])
  const responses = Promise.all([wait(one.key), wait(other.key, 'wait=2')])
  await untilWaiting(2)
  await store.sell(storeId, '42', [product], one)
  expect(await responses).toMatchObject([{ players: ['42'] }, { players: [] }])
})

test('more new deliveries than a check lists end the waiting polls of their servers', async () => {
  const [busy, other] = await Promise.all([newServer(), newServer()])
  const responses = Promise.all([wait(busy.key, 'wait=60'), wait(other.key, 'wait=2')])
  await untilWaiting(2)
  await sleep(300)
  await fillQueue(store, busy, { deliveries: 2_500 })
  const [found, nothing] = await responses
  expect([found.players.length, nothing.players.length]).toEqual([1_000, 0])
})

test('a purchase whose transaction commits after later ones ends the waiting poll too', async () => {
  const server = await newServer()
  const other = await newServer()
  await store.sell(storeId, 'first', [product], server)
  await store.report(server.key, only(await store.poll(server.key)).id)
  const late = new pg.Client({ connectionString: store.databaseUrl })
  await late.connect()
  const waiting = wait(server.key, 'wait=60')
  await untilWaiting(1)
  try {
    await late.query('begin')
    // Its position is assigned now, before those of purchases that commit first.
    await late.query(
      `insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, products)
       select store_id, gen_random_uuid(), server_id, checkout_id, 'late', 'REFUND', line_nos, products
       from delivery_ledger where server_id = $1`,
      [server.serverId],
    )
    for (let i = 0; i < 5; i++) {
      await store.sell(storeId, 'x', [product], other)
      await sleep(150)
    }
    expect(store.games.waitingPolls.count()).toBe(1)
    await late.query('commit')
    expect((await waiting).players).toEqual(['late'])
  } finally {
    await late.end()
  }
})

test('a waiting poll ends when its client disconnects', async () => {
  const { key } = await newServer()
  const gone = new AbortController()
  const call = fetch(store.baseUrl + QUEUE, { headers: { authorization: key, prefer: 'wait=60' }, signal: gone.signal })
  await untilWaiting(1)
  gone.abort()
  await expect(call).rejects.toThrow('aborted')
  await untilWaiting(0)
})

test('if a server opens too many waiting polls, its oldest ones end', async () => {
  const { key } = await newServer()
  const answered: number[] = []
  const calls = Array.from({ length: 12 }, async (_, i) => {
    await sleep(i * 30)
    await wait(key, 'wait=3')
    answered.push(i)
  })
  await expect.poll(() => answered.length).toBe(2)
  expect(answered).toEqual([0, 1])
  await Promise.all(calls)
})

test('while many polls wait and nothing is sold, no query reads their queues, also when the polls are repeated', async () => {
  const servers = await Promise.all(Array.from({ length: 20 }, newServer))
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => sent.mockRestore())
  const texts = () => sent.mock.calls.map(([query]: unknown[]) => (query as { text?: string }).text ?? String(query))
  const readQueues = () => texts().filter((text) => text.includes('with polls as materialized'))
  // While no poll waits, nothing is known about any queue.
  const gone = new AbortController()
  const { key: waitingKey } = await newServer()
  const headers = { authorization: waitingKey, prefer: 'wait=60' }
  const waiting = fetch(store.baseUrl + QUEUE, { headers, signal: gone.signal }).catch(() => undefined)
  await untilWaiting(1)
  const pollAll = () => Promise.all(servers.map(({ key }) => wait(key, 'wait=1')))
  await pollAll()
  expect(readQueues()).not.toEqual([])
  sent.mockClear()
  await pollAll()
  await pollAll()
  expect(readQueues()).toEqual([])
  gone.abort()
  await waiting
})
