import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { banPlayer } from '../../src/bans/ban-player.ts'
import { liftBan } from '../../src/bans/lift-ban.ts'
import { listBans } from '../../src/bans/list-bans.ts'
import { inStore } from '../../src/db/database.ts'
import type { ProductId, StoreId } from '../../src/ids.ts'
import { type PlayerFilter, searchPlayers } from '../../src/players/search-players.ts'
import { showPlayer } from '../../src/players/show-player.ts'
import { createClient } from '../games-v2/client.ts'
import { openShop } from '../payments/open-shop.ts'
import { startStore } from '../start-store.ts'
import { only, expectNoViolations } from '../store-records.ts'

const store = await startStore()
const { app } = store.database

const search = (storeId: StoreId, filter: Partial<PlayerFilter> = {}) =>
  inStore(app, storeId, (tx) => searchPlayers(tx, { storeId, limit: 50, ...filter }))

const ids = async (storeId: StoreId, filter: Partial<PlayerFilter> = {}) =>
  (await search(storeId, filter)).map(({ gameUserId }) => gameUserId)

async function storeWith(players: string[]): Promise<{ storeId: StoreId; productId: ProductId }> {
  const storeId = await store.createStore()
  const productId = await store.createProduct(storeId)
  for (const player of players) await store.sell(storeId, player, [productId])
  return { storeId, productId }
}

test('every player is listed once over all pages, whatever characters their ids contain', async () => {
  const players = [
    'Zed',
    'alice',
    'Alice',
    'a_b',
    'a%b',
    'ab',
    'Ω',
    '🦊',
    'steam:1100',
    "o'neil",
    'a\\b',
    '42',
    '4',
    '424',
  ]
  const { storeId } = await storeWith([...players, 'alice', '42', '42'])
  const elsewhere = await storeWith(['another'])
  const inOrder = players.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  expect(await ids(storeId)).toEqual(inOrder)
  for (const limit of [1, 3, 5]) {
    const seen: string[] = []
    for (;;) {
      const after = seen.at(-1)
      const page = await ids(storeId, { limit, ...(after !== undefined && { after }) })
      seen.push(...page)
      if (page.length < limit) break
    }
    expect(seen).toEqual(inOrder)
  }
  expect(await ids(elsewhere.storeId)).toEqual(['another'])
})

test('a search finds ids by their beginning, as typed and in the usual upper and lower case', async () => {
  const { storeId } = await storeWith(['Alice', 'alice2', 'ALICE3', 'malice', 'a%', 'ab', '🦊fox'])
  expect(await ids(storeId, { search: 'ali' })).toEqual(['ALICE3', 'Alice', 'alice2'])
  expect(await ids(storeId, { search: 'ALI', limit: 1, after: 'ALICE3' })).toEqual(['Alice'])
  expect(await ids(storeId, { search: 'a%' })).toEqual(['a%'])
  expect(await ids(storeId, { search: '🦊' })).toEqual(['🦊fox'])
  expect(await ids(storeId, { search: 'x' })).toEqual([])
})

test('a listed player has the paid and refunded amounts and the ban', async () => {
  const { storeId, productId } = await storeWith(['42', '43'])
  const { checkoutId } = await store.sell(storeId, '42', [[productId, 2]])
  await store.refund(storeId, checkoutId)
  await inStore(app, storeId, (tx) =>
    banPlayer(tx, { storeId, gameUserId: '43', reason: 'fraud', until: null, by: 'Ada' }),
  )
  const moment = expect.any(Date) as Date
  const both = { firstSeenAt: moment, lastPaidAt: moment, isPartial: false }
  expect(await search(storeId)).toEqual([
    {
      ...both,
      gameUserId: '42',
      paidCheckouts: 2,
      totals: [{ currency: 'BRL', paidMinor: 5970, refundedMinor: 3980 }],
      isBanned: false,
    },
    {
      ...both,
      gameUserId: '43',
      paidCheckouts: 1,
      totals: [{ currency: 'BRL', paidMinor: 1990, refundedMinor: 0 }],
      isBanned: true,
    },
  ])
})

test('a player is shown with checkouts, entitlements, pending deliveries and ban', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const timed = await store.createProduct(storeId, { durationSeconds: 1_000 })
  const { poll, report } = createClient(store)
  await store.sell(storeId, '42', [timed])
  const command = only((await poll(key)).commands)
  await report(key, [{ id: command.id, attempt: 1, outcome: 'in_doubt', done: 0, reason: 'cut off' }])
  const { checkoutId } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  const show = (gameUserId: string) => inStore(app, storeId, (tx) => showPlayer(tx, { storeId, gameUserId }))
  const shown = await show('42')
  expect(shown).toMatchObject({ paidCheckouts: 2, deliveries: { pending: 1, retrying: 0, held: 1 }, ban: null })
  expect(shown.checkouts[0]).toMatchObject({ id: checkoutId, state: 'paid', totalMinor: 1990 })
  expect(shown.entitlements.map(({ until }) => until)).toEqual([null, expect.any(Date)])
  await expect(show('43')).rejects.toMatchObject({ code: 'not_found' })
  await inStore(app, storeId, (tx) =>
    banPlayer(tx, { storeId, gameUserId: '43', reason: 'fraud', until: null, by: 'Ada' }),
  )
  expect(await show('43')).toMatchObject({ firstSeenAt: null, checkouts: [], ban: { reason: 'fraud' } })
})

test('a page reads only the checkouts of its players, and a limited number for each', async () => {
  const { storeId } = await storeWith(['first'])
  await store.query(
    `insert into checkouts (store_id, id, game_user_id, currency, state, paid_at)
     select $1, new_id(), case when n <= 5000 then 'many' else 'p' || n % 5000 end, 'BRL', 'paid', now()
     from generate_series(1, 20000) n`,
    [storeId],
  )
  await store.query('vacuum analyze checkouts')
  const [rows, read] = await inStore(app, storeId, async (tx) => {
    const found = await searchPlayers(tx, { storeId, limit: 20 })
    const { rows: counts } = await sql<{ entries: number }>`
      select (pg_stat_get_xact_tuples_returned('checkouts'::regclass)
        + pg_stat_get_xact_tuples_returned('checkouts_by_player'::regclass))::integer as entries`.execute(tx)
    return [found, counts[0]?.entries ?? Infinity] as const
  })
  expect(rows).toHaveLength(20)
  expect(rows[1]).toMatchObject({ gameUserId: 'many', paidCheckouts: 200, isPartial: true })
  // Twenty players with about three checkouts, each read three times, and one with 200.
  expect(read).toBeGreaterThan(300)
  expect(read).toBeLessThan(1_000)
})

const ban = (storeId: StoreId, gameUserId: string, until: Date | null = null) =>
  inStore(app, storeId, (tx) => banPlayer(tx, { storeId, gameUserId, reason: 'charged back', until, by: 'Ada' }))

const lift = (storeId: StoreId, gameUserId: string) =>
  inStore(app, storeId, (tx) => liftBan(tx, { storeId, gameUserId }))

const banned = { code: 'player_banned', status: 409 }

test('a banned player can neither open a checkout nor get a manual sale, in this store only', async () => {
  const { storeId, open, productId } = await openShop(store)
  const elsewhere = await openShop(store)
  await ban(storeId, '42')
  await expect(open()).rejects.toMatchObject(banned)
  await expect(store.sell(storeId, '42', [productId])).rejects.toMatchObject(banned)
  await open([productId], '43')
  await elsewhere.open()
  const sold = await store.query('select from checkouts where store_id = $1 and game_user_id = $2', [storeId, '42'])
  expect(sold).toEqual([])
})

test('a checkout that was opened before the ban can be paid and is delivered', async () => {
  const { storeId, open, pay, stateOf, key } = await openShop(store)
  const checkoutId = await open()
  await ban(storeId, '42')
  await pay(checkoutId)
  expect(await stateOf(checkoutId)).toBe('paid')
  expect(only(await store.poll(key)).gameUserId).toBe('42')
  await expectNoViolations(store)
})

test('a repeated sale returns the sale from before the ban', async () => {
  const { storeId, productId } = await openShop(store)
  const first = await store.sell(storeId, '42', [productId], { reference: 'r1' })
  await ban(storeId, '42')
  expect(await store.sell(storeId, '42', [productId], { reference: 'r1' })).toEqual(first)
  await expect(store.sell(storeId, '42', [productId], { reference: 'r2' })).rejects.toMatchObject(banned)
})

test('player ids are compared exactly', async () => {
  const { storeId, productId } = await openShop(store)
  await ban(storeId, 'Steve')
  for (const other of ['steve', 'Steve ']) await store.sell(storeId, other, [productId])
  await expect(store.sell(storeId, 'Steve', [productId])).rejects.toMatchObject(banned)
})

test('a ban ends when it is lifted or at its set time, and the player can be banned again', async () => {
  const { storeId, productId } = await openShop(store)
  await ban(storeId, '42', new Date(Date.now() + 3_600_000))
  await expect(store.sell(storeId, '42', [productId])).rejects.toMatchObject(banned)
  await store.query("update player_bans set until = now() - interval '1 s' where store_id = $1", [storeId])
  await store.sell(storeId, '42', [productId])

  expect(await ban(storeId, '42')).toMatchObject({ isActive: true, until: null, liftedAt: null, createdBy: 'Ada' })
  const lifted = await lift(storeId, '42')
  expect(lifted).toMatchObject({ isActive: false })
  expect(await lift(storeId, '42')).toEqual(lifted)
  await store.sell(storeId, '42', [productId])
  await expect(ban(storeId, '42', new Date(Date.now() - 60_000))).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(lift(storeId, '43')).rejects.toMatchObject({ code: 'not_found' })
})

test('ten simultaneous bans of one player all succeed and are one ban', async () => {
  const storeId = await store.createStore()
  await Promise.all(Array.from({ length: 10 }, () => ban(storeId, '42')))
  expect(await store.query('select from player_bans where store_id = $1', [storeId])).toHaveLength(1)
})

test('bans are listed in pages, ended ones only on request', async () => {
  const storeId = await store.createStore()
  for (const player of ['a', 'b', 'c', 'd']) await ban(storeId, player)
  await lift(storeId, 'b')
  const list = (filter: { after?: string; includeEnded?: boolean; limit?: number; gameUserId?: string }) =>
    inStore(app, storeId, async (tx) =>
      (await listBans(tx, { storeId, limit: 2, ...filter })).map(({ gameUserId }) => gameUserId),
    )
  expect(await list({})).toEqual(['a', 'c'])
  expect(await list({ after: 'c' })).toEqual(['d'])
  expect(await list({ includeEnded: true, limit: 9 })).toEqual(['a', 'b', 'c', 'd'])
  expect(await list({ gameUserId: 'd' })).toEqual(['d'])
})
