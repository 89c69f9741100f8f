import { expect, test } from 'vitest'
import { resolveDelivery } from '../../src/redelivery/resolve-delivery.ts'
import { cancelDelivery } from '../../src/delivery/ledger/cancel-delivery.ts'
import { listDeliveries } from '../../src/checkouts/read/list-deliveries.ts'
import { showDelivery } from '../../src/delivery/read/show-delivery.ts'
import { requeueRetries } from '../../src/delivery/queue/requeue-retries.ts'
import { type DeliveryId, formatId, parseId } from '../../src/ids.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations, only } from '../store-records.ts'
import { createClient, players } from './client.ts'

const store = await startStore()
const { app, gateway } = store.database
const { call, poll, report, makeRetriesDue } = createClient(store)
const storeId = await store.createStore()
const product = await store.createProduct(storeId)

async function soldOne(player = 'steve') {
  const server = await store.createServer(storeId)
  const { checkoutId } = await store.sell(storeId, player, [product], server)
  const { id } = only((await poll(server.key)).commands)
  return { ...server, checkoutId, id, deliveryId: parseId<DeliveryId>('cmd', id) as DeliveryId }
}

const wake = async () => {
  await makeRetriesDue()
  await requeueRetries(gateway)
}
const failed = (id: string, attempt: number, more: object = {}) => ({
  id,
  attempt,
  outcome: 'failed' as const,
  reason: 'Player not found',
  ...more,
})

test('a delivery that is done leaves the queue with its receipt, and a repeated report gets the same response', async () => {
  const { key, id, deliveryId } = await soldOne()
  const done = { id, attempt: 1, outcome: 'done' as const, output: 'Gave 5 [Diamond] to steve' }
  for (let i = 0; i < 3; i++) expect(await report(key, [done])).toEqual([{ id, status: 'processed' }])
  expect((await poll(key)).commands).toEqual([])
  expect(await showDelivery(app, { storeId, deliveryId })).toMatchObject({
    state: 'processed',
    receipt: 'Gave 5 [Diamond] to steve',
    history: [],
  })
})

test('a hundred outcomes in one report are recorded separately: done, failed, uncertain, unknown, of another server, malformed', async () => {
  const server = await store.createServer(storeId)
  for (let i = 0; i < 97; i++) await store.sell(storeId, `p${i}`, [product], server)
  const foreign = await soldOne()
  const ids = (await poll(server.key)).commands.map(({ id }) => id)
  const results = await report(server.key, [
    ...ids.map((id, i) => ({ id, attempt: 1, outcome: (['done', 'failed', 'in_doubt'] as const)[i % 3] ?? 'done' })),
    { id: foreign.id, attempt: 1, outcome: 'done' },
    { id: 'cmd_00000000000000000000000000', attempt: 1, outcome: 'failed' },
    { id: 'nonsense', attempt: 1, outcome: 'done' },
  ])
  expect(results.map(({ status }) => status)).toEqual([
    ...ids.map((_, i) => ['processed', 'waiting', 'held'][i % 3]),
    'unknown',
    'unknown',
    'unknown',
  ])
  expect(players(await poll(foreign.key))).toEqual(['steve'])
  await expectNoViolations(store)
})

test('a failed delivery is retried after longer and longer pauses, continues after the commands that ran, and is held in the end', async () => {
  const { key, id, deliveryId } = await soldOne()
  const pauses: number[] = []
  for (let attempt = 1; attempt <= 4; attempt++) {
    const before = Date.now()
    const { status, retryAt = '' } = only(await report(key, [failed(id, attempt, { done: attempt })]))
    expect(status).toBe('waiting')
    pauses.push(Math.round((Date.parse(retryAt) - before) / 5_000) * 5)
    expect((await poll(key)).commands).toEqual([])
    await wake()
    expect(only((await poll(key)).commands)).toMatchObject({ id, attempt: attempt + 1, done: attempt })
  }
  expect(pauses).toEqual([5, 20, 60, 300])
  expect(await report(key, [failed(id, 5)])).toEqual([{ id, status: 'held' }])
  await wake()
  expect((await poll(key)).commands).toEqual([])
  expect(await store.poll(key)).toEqual([])
  const { state, history } = await showDelivery(app, { storeId, deliveryId })
  expect(state).toBe('held')
  expect(history.map(({ attempt, commands_run, reason }) => [attempt, commands_run, reason])).toEqual(
    [1, 2, 3, 4, 4].map((done, i) => [i + 1, done, 'Player not found']),
  )
  await expectNoViolations(store)
})

test('a delivery that must not be retried is held at once', async () => {
  const { key, id } = await soldOne()
  expect(await report(key, [failed(id, 1, { retry: false })])).toEqual([{ id, status: 'held' }])
})

test('a repeated or late report of a failure changes nothing', async () => {
  const { key, id, deliveryId } = await soldOne()
  const first = await report(key, [failed(id, 1)])
  expect(await report(key, [failed(id, 1)])).toEqual(first)
  await wake()
  expect(await report(key, [failed(id, 1)])).toEqual([{ id, status: 'waiting' }])
  expect(await report(key, [failed(id, 7)])).toEqual([{ id, status: 'waiting' }])
  expect(only((await poll(key)).commands)).toMatchObject({ id, attempt: 2 })
  expect((await showDelivery(app, { storeId, deliveryId })).history).toHaveLength(1)
})

test('the same outcome twice in one report counts once', async () => {
  const { key, id } = await soldOne()
  const results = await report(key, [failed(id, 1), failed(id, 1)])
  expect(results.map(({ status }) => status)).toEqual(['waiting', 'waiting'])
  await wake()
  expect(only((await poll(key)).commands).attempt).toBe(2)
  const done = { id, attempt: 2, outcome: 'done' as const, output: 'ok' }
  expect(await report(key, [done, done])).toEqual([
    { id, status: 'processed' },
    { id, status: 'processed' },
  ])
})

test('while a delivery waits for its retry, later ones of the same player wait, in both interfaces; other players are not affected', async () => {
  const server = await store.createServer(storeId)
  for (const player of ['steve', 'alex', 'steve']) await store.sell(storeId, player, [product], server)
  const [first] = (await poll(server.key)).commands
  await report(server.key, [failed(first?.id ?? '', 1)])
  expect(players(await poll(server.key))).toEqual(['alex'])
  expect((await store.poll(server.key)).map(({ gameUserId }) => gameUserId)).toEqual(['alex'])
  await wake()
  expect(players(await poll(server.key))).toEqual(['steve', 'alex', 'steve'])
  expect((await store.poll(server.key)).map(({ gameUserId }) => gameUserId)).toEqual(['steve', 'alex', 'steve'])
})

test('a refund never overtakes a purchase that failed', async () => {
  const { key, id, checkoutId } = await soldOne()
  await report(key, [failed(id, 1)])
  await store.refund(storeId, checkoutId)
  expect((await poll(key)).commands).toEqual([])
  await wake()
  expect((await poll(key)).commands.map(({ deliveryType }) => deliveryType)).toEqual(['APPROVE', 'REFUND'])
})

test('a waiting poll gets its response when a retry is due', async () => {
  const { key, id } = await soldOne()
  await report(key, [failed(id, 1)])
  const waiting = poll(key, { online: ['steve'] }, { prefer: 'wait=20' })
  await expect.poll(() => store.games.waitingPolls.count()).toBe(1)
  await wake()
  expect(only((await waiting).commands)).toMatchObject({ id, attempt: 2 })
})

test('an uncertain delivery is held and listed until staff resolve it; with `retry` it is dispatched again', async () => {
  const { key, id, deliveryId } = await soldOne()
  const uncertain = { id, attempt: 1, outcome: 'in_doubt' as const, done: 1, reason: 'the connection was cut' }
  for (let i = 0; i < 2; i++) expect(await report(key, [uncertain])).toEqual([{ id, status: 'held' }])
  await wake()
  expect([(await poll(key)).commands, await store.poll(key)]).toEqual([[], []])
  expect((await listDeliveries(app, { storeId, state: 'held', limit: 1_000 })).map((row) => row.id)).toContain(
    deliveryId,
  )
  await resolveDelivery(app, { storeId, deliveryId, resolution: 'retry' })
  expect(only((await poll(key)).commands)).toMatchObject({ id, attempt: 2, done: 1 })
  await expect(resolveDelivery(app, { storeId, deliveryId, resolution: 'retry' })).rejects.toThrow(
    'not held or retrying',
  )
})

test('an uncertain delivery can be resolved as delivered, and a late report of it still counts', async () => {
  const resolved = await soldOne()
  await report(resolved.key, [{ id: resolved.id, attempt: 1, outcome: 'in_doubt' }])
  await resolveDelivery(app, { ...resolved, resolution: 'delivered' })
  expect(await showDelivery(app, resolved)).toMatchObject({ state: 'processed', receipt: 'resolved by staff' })
  const late = await soldOne()
  await report(late.key, [{ id: late.id, attempt: 1, outcome: 'in_doubt' }])
  expect(await report(late.key, [{ id: late.id, attempt: 1, outcome: 'done' }])).toEqual([
    { id: late.id, status: 'processed' },
  ])
  await expectNoViolations(store)
})

test('resolved with `continue`, a delivery continues after the uncertain command', async () => {
  const server = await store.createServer(storeId)
  const commands = { approve: ['give {userId} sword', 'give {userId} shield'], refund: [], expire: [] }
  await store.sell(storeId, 'steve', [await store.createProduct(storeId, { commands })], server)
  const { id } = only((await poll(server.key)).commands)
  const deliveryId = parseId<DeliveryId>('cmd', id) as DeliveryId
  await report(server.key, [{ id, attempt: 1, outcome: 'in_doubt', done: 0 }])
  expect(await resolveDelivery(app, { storeId, deliveryId, resolution: 'continue' })).toBe('pending')
  expect(only((await poll(server.key)).commands)).toMatchObject({ id, attempt: 2, done: 1 })
  await report(server.key, [{ id, attempt: 2, outcome: 'in_doubt', done: 1 }])
  expect(await resolveDelivery(app, { storeId, deliveryId, resolution: 'continue' })).toBe('processed')
  expect((await poll(server.key)).commands).toEqual([])
})

test('a delivery that was refunded while it was held is not retried', async () => {
  const { key, id, deliveryId, checkoutId } = await soldOne()
  await report(key, [{ id, attempt: 1, outcome: 'in_doubt' }])
  await store.refund(storeId, checkoutId)
  expect((await poll(key)).commands.map(({ deliveryType }) => deliveryType)).toEqual(['REFUND'])
  await expect(resolveDelivery(app, { storeId, deliveryId, resolution: 'retry' })).rejects.toThrow(
    'refunded or has expired',
  )
  await cancelDelivery(app, { storeId, deliveryId })
  expect(await report(key, [failed(id, 1)])).toEqual([{ id, status: 'cancelled' }])
  await expectNoViolations(store)
})

test('a delivery that was not dispatched is unknown to its server', async () => {
  const server = await store.createServer(storeId)
  const { deliveryIds } = await store.sell(storeId, 'steve', [product], server)
  const id = formatId('cmd', only(deliveryIds))
  expect(await report(server.key, [failed(id, 1)])).toEqual([{ id, status: 'unknown' }])
  expect(players(await poll(server.key))).toEqual(['steve'])
})

test('the output of a game is stored without the characters that the database cannot store', async () => {
  const { key, id, deliveryId } = await soldOne()
  await report(key, [failed(id, 1, { reason: 'a\u0000b\ud800', output: '§cNo player "x", {1,2}\n\\' })])
  expect((await showDelivery(app, { storeId, deliveryId })).history).toMatchObject([
    { reason: 'ab\ufffd', output: '§cNo player "x", {1,2}\n\\' },
  ])
})

test.each([
  ['no outcomes', { outcomes: [] }],
  [
    'more than a hundred outcomes',
    { outcomes: Array.from({ length: 101 }, () => ({ id: 'x', attempt: 1, outcome: 'done' })) },
  ],
  ['an unknown outcome', { outcomes: [{ id: 'x', attempt: 1, outcome: 'maybe' }] }],
  ['no attempt', { outcomes: [{ id: 'x', outcome: 'done' }] }],
  ['an output that is too long', { outcomes: [{ id: 'x', attempt: 1, outcome: 'done', output: 'x'.repeat(2_001) }] }],
])('a report with %s is refused', async (_, body) => {
  const { key } = await store.createServer(storeId)
  expect((await call('report', key, body)).status).toBe(400)
})

test('reports with only unknown ids are limited, others never', async () => {
  const { key, id } = await soldOne()
  const stray = { outcomes: [{ id: 'cmd_00000000000000000000000000', attempt: 1, outcome: 'done' }] }
  const statuses = []
  for (let i = 0; i < 40; i++) statuses.push((await call('report', key, stray)).status)
  expect(statuses).toContain(429)
  expect(await report(key, [{ id, attempt: 1, outcome: 'done' }])).toEqual([{ id, status: 'processed' }])
})
