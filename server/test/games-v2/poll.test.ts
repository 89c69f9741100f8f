import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { formatId } from '../../src/ids.ts'
import { startStore } from '../start-store.ts'
import { expire, only, passTime } from '../store-records.ts'
import { players, speak } from './speak.ts'

const store = await startStore()
const { call, poll, report } = speak(store)
const storeId = await store.createStore()
const product = await store.createProduct(storeId)
const anyTime = await store.createProduct(storeId, { conditions: { requiresOnline: false } })

test('init answers with the store and the server', async () => {
  const { key, serverId } = await store.createServer(storeId)
  const { status, body } = await call('init', key, { serverPort: 25_565 })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    store: { name: 'Vale ⚔ Store' },
    server: { id: formatId('srv', serverId), name: 'lobby' },
  })
  expect((await call('init', key, {})).status).toBe(200)
  expect(await store.query('select port from game_servers where id = $1', [serverId])).toEqual([{ port: 25_565 }])
})

test('an element carries all that a client needs, and comes until it is reported', async () => {
  const server = await store.createServer(storeId)
  const careful = await store.createProduct(storeId, {
    conditions: { delaySeconds: 5, freeSlots: 2, repeatable: true },
  })
  await store.sell(storeId, 'Steve', [[careful, 3]], server)
  const first = await poll(server.key)
  expect(only(first.commands)).toMatchObject({
    gameUserId: 'Steve',
    deliveryType: 'APPROVE',
    attempt: 1,
    done: 0,
    repeatable: true,
    conditions: { online: true, delaySeconds: 5, freeSlots: 6 },
  })
  expect(only(first.commands).products).toHaveLength(3)
  expect(await poll(server.key)).toEqual(first)
})

test('what a product needs of all that is bought with it holds for the whole element', async () => {
  const server = await store.createServer(storeId)
  const harmless = await store.createProduct(storeId, { conditions: { requiresOnline: false, repeatable: true } })
  await store.sell(storeId, 'Steve', [harmless, product], server)
  const { conditions, repeatable } = only((await poll(server.key)).commands)
  expect({ online: conditions.online, repeatable }).toEqual({ online: true, repeatable: false })
})

test('who is online gets his elements, others are left out, small and capital letters are alike', async () => {
  const server = await store.createServer(storeId)
  for (const player of ['Steve', 'alex', 'Öße']) await store.sell(storeId, player, [product], server)
  expect(players(await poll(server.key, { online: [] }))).toEqual([])
  expect(players(await poll(server.key, { online: ['steve', 'nobody'] }))).toEqual(['Steve'])
  expect(players(await poll(server.key, { online: ['Alex', 'öSSE', 'Steve'] }))).toEqual(['Steve', 'alex'])
  expect(players(await poll(server.key, { online: ['Öße'] }))).toEqual(['Öße'])
  expect(players(await poll(server.key))).toEqual(['Steve', 'alex', 'Öße'])
})

test('what is left out was never offered, so a refund takes it out of the queue', async () => {
  const server = await store.createServer(storeId)
  const { checkoutId } = await store.sell(storeId, 'away', [product], server)
  await poll(server.key, { online: ['steve'] })
  const { cancelledIds, deliveryIds } = await store.refund(storeId, checkoutId)
  expect({ cancelled: cancelledIds.length, queued: deliveryIds.length }).toEqual({ cancelled: 1, queued: 0 })
})

test('what needs nobody there comes at once, behind nothing that waits for the same player', async () => {
  const server = await store.createServer(storeId)
  await store.sell(storeId, 'alex', [anyTime], server)
  expect(players(await poll(server.key, { online: [] }))).toEqual(['alex'])
  await store.sell(storeId, 'steve', [product], server)
  await store.sell(storeId, 'steve', [anyTime], server)
  expect(players(await poll(server.key, { online: [] }))).toEqual(['alex'])
  expect(players(await poll(server.key, { online: ['steve'] }))).toEqual(['alex', 'steve', 'steve'])
})

test('refunds and expiries need a player there when their product does', async () => {
  const server = await store.createServer(storeId)
  for (const conditions of [{ requiresOnline: true }, { requiresOnline: false }]) {
    const timed = await store.createProduct(storeId, { durationSeconds: 1_000, conditions })
    const kept = await store.createProduct(storeId, { conditions })
    const player = String(conditions.requiresOnline)
    await store.sell(storeId, player, [timed], server)
    const { checkoutId } = await store.sell(storeId, player, [kept], server)
    const { commands } = await poll(server.key)
    await report(
      server.key,
      commands.map(({ id }) => ({ id, attempt: 1, outcome: 'done' })),
    )
    await store.refund(storeId, checkoutId)
    await passTime(store, storeId, 2_000)
    await expire(store)
  }
  const { commands } = await poll(server.key, { online: [] })
  expect(commands.map(({ gameUserId, deliveryType }) => `${deliveryType} ${gameUserId}`)).toEqual([
    'REFUND false',
    'EXPIRE false',
  ])
})

test('what a client holds is left out, and a short answer says that there is more', async () => {
  const server = await store.createServer(storeId)
  for (let i = 0; i < 40; i++) await store.sell(storeId, `p${i}`, [product], server)
  const first = await poll(server.key, { most: 3 })
  expect(players(first)).toEqual(['p0', 'p1', 'p2'])
  expect(first.more).toBe(true)
  const holding = first.commands.map(({ id }) => id)
  expect(players(await poll(server.key, { most: 2, holding }))).toEqual(['p3', 'p4'])
  const rest = await poll(server.key, { holding: [...holding, 'none', 'cmd_00000000000000000000000000'] })
  expect([rest.commands.length, rest.more]).toEqual([37, false])
  const few = await poll(server.key, { online: ['p1', 'p2', 'p7'], holding, most: 1 })
  expect([players(few), few.more]).toEqual([['p7'], false])
})

test('a long queue comes in portions of 1,000 and 512 KiB, every element once', async () => {
  const server = await store.createServer(storeId)
  const large = await store.createProduct(storeId, {
    commands: { approve: Array.from({ length: 50 }, () => `give {userId} ${'x'.repeat(900)}`), refund: [], expire: [] },
  })
  for (let i = 0; i < 30; i++) await store.sell(storeId, `p${i}`, [large], server)
  const seen: string[] = []
  for (let more = true; more;) {
    const answer = await poll(server.key, { holding: seen })
    expect(JSON.stringify(answer).length).toBeLessThan(512 * 1024)
    seen.push(...answer.commands.map(({ id }) => id))
    more = answer.more
  }
  expect([seen.length, new Set(seen).size]).toEqual([30, 30])
})

test('a poll that waits is answered when something comes for somebody who is online', async () => {
  const server = await store.createServer(storeId)
  await store.sell(storeId, 'away', [product], server)
  const waiting = poll(server.key, { online: ['steve'] }, { prefer: 'wait=20' })
  await expect.poll(() => store.games.waiters.count()).toBe(1)
  await store.sell(storeId, 'also away', [product], server)
  await sleep(300)
  expect(store.games.waiters.count()).toBe(1)
  await store.sell(storeId, 'steve', [product], server)
  expect(players(await waiting)).toEqual(['steve'])
})

test('a poll that waits ends when its caller goes away', async () => {
  const { key } = await store.createServer(storeId)
  const gone = new AbortController()
  const waiting = fetch(`${store.baseUrl}/api/games/2.0/poll`, {
    method: 'POST',
    headers: { authorization: key, prefer: 'wait=20', 'content-type': 'application/json' },
    body: '{}',
    signal: gone.signal,
  }).catch((error: unknown) => error)
  await expect.poll(() => store.games.waiters.count()).toBe(1)
  gone.abort()
  await waiting
  await expect.poll(() => store.games.waiters.count()).toBe(0)
})

test.each([
  ['a field that does not exist', { onlin: [] }],
  ['a name that is none', { online: [''] }],
  ['too many at once', { most: 1_001 }],
  ['another type', { online: 'steve' }],
  ['no object', []],
])('a poll with %s is refused', async (_, body) => {
  const { key } = await store.createServer(storeId)
  expect((await call('poll', key, body)).status).toBe(400)
})

test('names that nobody can have match nobody and break nothing', async () => {
  const server = await store.createServer(storeId)
  await store.sell(storeId, 'steve', [product], server)
  const odd = ['\u0000', 'a\u0000', '\ud800', '"', '\\', '{}', "'; drop table stores; --", 'NULL', 'é'.repeat(200)]
  expect(players(await poll(server.key, { online: odd }))).toEqual([])
  expect(players(await poll(server.key, { online: [...odd, 'steve'] }))).toEqual(['steve'])
})

test('a key of 1.0 opens 2.0, a wrong one does not, and both share one rate', async () => {
  const { key } = await store.createServer(storeId)
  expect((await call('poll', 'wrong', {})).status).toBe(401)
  const statuses = []
  for (let i = 0; i < 40; i++) {
    statuses.push(
      (await (i % 2 ? call('poll', key, {}) : store.call('GET', '/api/games/1.0/commands/pending-commands', { key })))
        .status,
    )
  }
  expect(statuses).toContain(429)
})
