import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { formatId } from '../../src/ids.ts'
import { startStore } from '../start-store.ts'
import { expire, only, passTime } from '../store-records.ts'
import { createClient, players } from './client.ts'

const store = await startStore()
const { call, poll, report } = createClient(store)
const storeId = await store.createStore()
const product = await store.createProduct(storeId)
const anyTime = await store.createProduct(storeId, { conditions: { requiresOnline: false } })

test('init returns the store and the server', async () => {
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

test('a delivery has everything that a client needs, and every poll returns it until it is reported', async () => {
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

test('the conditions of one product apply to the whole delivery', async () => {
  const server = await store.createServer(storeId)
  const harmless = await store.createProduct(storeId, { conditions: { requiresOnline: false, repeatable: true } })
  await store.sell(storeId, 'Steve', [harmless, product], server)
  const { conditions, repeatable } = only((await poll(server.key)).commands)
  expect({ online: conditions.online, repeatable }).toEqual({ online: true, repeatable: false })
})

test('deliveries for online players are returned and others are not; names are compared without case', async () => {
  const server = await store.createServer(storeId)
  for (const player of ['Steve', 'alex', 'Öße']) await store.sell(storeId, player, [product], server)
  expect(players(await poll(server.key, { online: [] }))).toEqual([])
  expect(players(await poll(server.key, { online: ['steve', 'nobody'] }))).toEqual(['Steve'])
  expect(players(await poll(server.key, { online: ['Alex', 'öSSE', 'Steve'] }))).toEqual(['Steve', 'alex'])
  expect(players(await poll(server.key, { online: ['Öße'] }))).toEqual(['Öße'])
  expect(players(await poll(server.key))).toEqual(['Steve', 'alex', 'Öße'])
})

test('a delivery for an offline player is not dispatched, so a refund removes it from the queue', async () => {
  const server = await store.createServer(storeId)
  const { checkoutId } = await store.sell(storeId, 'away', [product], server)
  await poll(server.key, { online: ['steve'] })
  const { cancelledIds, deliveryIds } = await store.refund(storeId, checkoutId)
  expect({ cancelled: cancelledIds.length, queued: deliveryIds.length }).toEqual({ cancelled: 1, queued: 0 })
})

test('a delivery that does not need its player is returned at once, unless an earlier one for the same player is pending', async () => {
  const server = await store.createServer(storeId)
  await store.sell(storeId, 'alex', [anyTime], server)
  expect(players(await poll(server.key, { online: [] }))).toEqual(['alex'])
  await store.sell(storeId, 'steve', [product], server)
  await store.sell(storeId, 'steve', [anyTime], server)
  expect(players(await poll(server.key, { online: [] }))).toEqual(['alex'])
  expect(players(await poll(server.key, { online: ['steve'] }))).toEqual(['alex', 'steve', 'steve'])
})

test('refunds and expiries need the player online if their product does', async () => {
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

test('deliveries that the client holds are not returned, and a limited response says if there are more', async () => {
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

test('a long queue is returned in parts of at most 1,000 deliveries and 512 KiB, each delivery once', async () => {
  const server = await store.createServer(storeId)
  const large = await store.createProduct(storeId, {
    commands: { approve: Array.from({ length: 50 }, () => `give {userId} ${'x'.repeat(900)}`), refund: [], expire: [] },
  })
  for (let i = 0; i < 30; i++) await store.sell(storeId, `p${i}`, [large], server)
  const seen: string[] = []
  for (let more = true; more;) {
    const response = await poll(server.key, { holding: seen })
    expect(JSON.stringify(response).length).toBeLessThan(512 * 1024)
    seen.push(...response.commands.map(({ id }) => id))
    more = response.more
  }
  expect([seen.length, new Set(seen).size]).toEqual([30, 30])
})

test('a waiting poll gets its response when a delivery for an online player arrives', async () => {
  const server = await store.createServer(storeId)
  await store.sell(storeId, 'away', [product], server)
  const waiting = poll(server.key, { online: ['steve'] }, { prefer: 'wait=20' })
  await expect.poll(() => store.games.waitingPolls.count()).toBe(1)
  await store.sell(storeId, 'also away', [product], server)
  await sleep(300)
  expect(store.games.waitingPolls.count()).toBe(1)
  await store.sell(storeId, 'steve', [product], server)
  expect(players(await waiting)).toEqual(['steve'])
})

test('a waiting poll ends when its client disconnects', async () => {
  const { key } = await store.createServer(storeId)
  const gone = new AbortController()
  const waiting = fetch(`${store.baseUrl}/api/games/2.0/poll`, {
    method: 'POST',
    headers: { authorization: key, prefer: 'wait=20', 'content-type': 'application/json' },
    body: '{}',
    signal: gone.signal,
  }).catch((error: unknown) => error)
  await expect.poll(() => store.games.waitingPolls.count()).toBe(1)
  gone.abort()
  await waiting
  await expect.poll(() => store.games.waitingPolls.count()).toBe(0)
})

test.each([
  ['a field that does not exist', { onlin: [] }],
  ['an empty name', { online: [''] }],
  ['a limit that is too high', { most: 1_001 }],
  ['a wrong type', { online: 'steve' }],
  ['a body that is not an object', []],
])('a poll with %s is refused', async (_, body) => {
  const { key } = await store.createServer(storeId)
  expect((await call('poll', key, body)).status).toBe(400)
})

test('invalid names match no player and cause no error', async () => {
  const server = await store.createServer(storeId)
  await store.sell(storeId, 'steve', [product], server)
  const odd = ['\u0000', 'a\u0000', '\ud800', '"', '\\', '{}', "'; drop table stores; --", 'NULL', 'é'.repeat(200)]
  expect(players(await poll(server.key, { online: odd }))).toEqual([])
  expect(players(await poll(server.key, { online: [...odd, 'steve'] }))).toEqual(['steve'])
})

test('a key works for both interfaces, an unknown key for neither, and both share one rate limit', async () => {
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
