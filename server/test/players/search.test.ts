import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { banPlayer } from '../../src/bans/ban-player.ts'
import { inStore } from '../../src/db/database.ts'
import type { ProductId, StoreId } from '../../src/ids.ts'
import { type PlayerFilter, searchPlayers } from '../../src/players/search-players.ts'
import { showPlayer } from '../../src/players/show-player.ts'
import { createClient } from '../games-v2/client.ts'
import { startStore } from '../start-store.ts'
import { only } from '../store-records.ts'

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
