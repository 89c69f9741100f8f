import { expect, test } from 'vitest'
import { searchCheckouts } from '../../src/checkouts/read/search-checkouts.ts'
import { inStore, type Tx } from '../../src/db/database.ts'
import { searchDeliveries } from '../../src/checkouts/read/search-deliveries.ts'
import { listEntitlements } from '../../src/checkouts/read/list-entitlements.ts'
import { type CheckoutId, type DeliveryId, type EntitlementId, formatId } from '../../src/ids.ts'
import { startStore } from '../start-store.ts'
import { insertCheckouts } from './insert-checkouts.ts'

const CHECKOUTS = 6_000
const store = await startStore()
const { storeId, servers, products } = await insertCheckouts(store, CHECKOUTS)
await insertCheckouts(store, 300)
const [common, second, old] = products

type Page<Id> = { ids: Id[]; next: Id | null }

/** The ids of all pages of a list, and the number of pages. */
async function walk<Id extends string>(page: (tx: Tx, after: Id | undefined) => Promise<Page<Id>>) {
  const ids: Id[] = []
  let pages = 0
  for (let after: Id | undefined; ; pages++) {
    const from = after
    const { ids: found, next } = await inStore(store.database.app, storeId, (tx) => page(tx, from))
    ids.push(...found)
    if (next === null) return { ids, pages: pages + 1 }
    if (after !== undefined && next >= after) throw new Error('a page did not advance')
    after = next
  }
}

async function inserted(column: string, condition: string, values: unknown[] = []): Promise<string[]> {
  const rows = await store.query<{ id: string }>(
    `select ${column} as id from inserted where store_id = $1 and ${condition} order by 1 desc`,
    [storeId, ...values],
  )
  return rows.map(({ id }) => id)
}

const day = (ago: number) => new Date(Date.now() - ago * 24 * 3600 * 1000)
const total = '(100 * (1 + n % 10) * (1 + n % 2) * case when second is null then 1 else 2 end)'

test.for<[string, object, string]>([
  ['no filter', {}, 'true'],
  ['a frequent state', { state: 'paid' }, `state = 'paid'`],
  ['a rare state', { state: 'disputed' }, `state = 'disputed'`],
  ['a player with half of the checkouts', { gameUserId: 'whale' }, `player = 'whale'`],
  ['a player with few', { gameUserId: 'p-13' }, `player = 'p-13'`],
  ['an unknown player', { gameUserId: 'nobody' }, 'false'],
  ['a product, also as a second line', { productId: second }, `(product = '${second}' or second = '${second}')`],
  ['a reference', { reference: 'ORD-400' }, 'n = 400'],
  ['dates', { from: day(100), to: day(50) }, `at >= now() - interval '100 days' and at < now() - interval '50 days'`],
  ['a total', { minTotalMinor: 1_700, maxTotalMinor: 2_000 }, `${total} between 1700 and 2000`],
  ['the beginning of a player', { search: 'p-1' }, `player like 'p-1%'`],
  ['the beginning of frequent players', { search: 'wha' }, `player = 'whale'`],
  ['the beginning of a reference', { search: 'ORD-40' }, `n % 4 = 0 and n::text like '40%'`],
  ['a state and a player without common checkouts', { state: 'disputed', gameUserId: 'old-timer' }, 'false'],
  ['a state and a player', { state: 'abandoned', gameUserId: 'whale' }, `state = 'abandoned' and player = 'whale'`],
  ['a product and dates without common checkouts', { productId: old, from: day(100) }, 'false'],
  ['a player and a product', { gameUserId: 'whale', productId: common }, `player = 'whale' and product = '${common}'`],
  ['the state paid and a total that is too high', { state: 'paid', minTotalMinor: 1_000_000 }, 'false'],
  ['a beginning and a state', { search: 'p-', state: 'open' }, `player like 'p-%' and state = 'open'`],
  ['dates before the first checkout', { to: new Date(-1) }, 'false'],
  ['dates beyond the range of timestamps', { from: new Date(0), to: new Date(8.64e15) }, 'true'],
])('checkouts by %s: every match once, newest first', async ([, filter, condition]) => {
  const found = await walk<CheckoutId>(async (tx, after) => {
    const { checkouts, next } = await searchCheckouts(tx, { storeId, limit: 500, after, ...filter })
    return { ids: checkouts.map(({ id }) => id), next }
  })
  expect(found.ids).toEqual(await inserted('id', condition))
})

test.for<[string, object, string]>([
  ['no filter', {}, `state <> 'open'`],
  ['waiting', { state: 'pending' }, `state <> 'open' and n % 25 = 2 and n % 2 = 1 and n % 3 > 0`],
  ['held', { state: 'held' }, `state <> 'open' and n % 25 = 2 and n % 2 = 0`],
  ['retrying', { state: 'retrying' }, `state <> 'open' and n % 25 = 2 and n % 2 = 1 and n % 3 = 0`],
  ['cancelled', { state: 'cancelled' }, `state <> 'open' and n % 25 <> 2 and n % 60 = 0`],
  ['type', { type: 'REFUND' }, `state <> 'open' and n % 25 <> 2 and n % 20 = 0`],
  ['a rare server', { serverId: servers[1] }, `state <> 'open' and server = '${servers[1]}'`],
  ['a frequent player', { gameUserId: 'whale' }, `state <> 'open' and player = 'whale'`],
  ['a player with few', { gameUserId: 'p-13' }, `state <> 'open' and player = 'p-13'`],
  ['a product', { productId: old }, `state <> 'open' and product = '${old}'`],
  [
    'dates',
    { from: day(60), to: day(20) },
    `state <> 'open' and at >= now() - interval '60 days' and at < now() - interval '20 days'`,
  ],
  [
    'a player and a type',
    { gameUserId: 'whale', type: 'REFUND' },
    `state <> 'open' and player = 'whale' and n % 20 = 0 and n % 25 <> 2`,
  ],
])('deliveries by %s: every match once, newest first', async ([, filter, condition]) => {
  const found = await walk<DeliveryId>(async (tx, after) => {
    const { deliveries, next } = await searchDeliveries(tx, { storeId, limit: 500, after, ...filter })
    return { ids: deliveries.map(({ id }) => id), next }
  })
  expect(found.ids).toEqual(await inserted('delivery_id', condition))
})

test.for<[string, object, string]>([
  ['no filter', {}, 'true'],
  ['active', { state: 'active' }, `state <> 'refunded'`],
  ['ended', { state: 'ended' }, `state = 'refunded'`],
  ['a player with few', { gameUserId: 'p-13' }, `player = 'p-13'`],
  [
    'a frequent player and a product',
    { gameUserId: 'whale', productId: old },
    `player = 'whale' and product = '${old}'`,
  ],
  [
    'their end',
    { endingBefore: day(-300) },
    `state <> 'refunded' and n % 3 = 0 and at + interval '1 year' < now() + interval '300 days'`,
  ],
])('entitlements by %s: every match once, newest first', async ([, filter, condition]) => {
  const found = await walk<EntitlementId>(async (tx, after) => {
    const { entitlements, next } = await listEntitlements(tx, { storeId, limit: 500, after, ...filter })
    return { ids: entitlements.map(({ id }) => id), next }
  })
  expect(found.ids).toEqual(await inserted('entitlement_id', `state not in ('open', 'abandoned') and ${condition}`))
})

test('a page without a match has a next page until everything is scanned', async () => {
  const { ids, pages } = await walk<CheckoutId>(async (tx, after) => {
    const filter = { state: 'paid' as const, minTotalMinor: 1_000_000 }
    const { checkouts, next } = await searchCheckouts(tx, { storeId, limit: 100, after, ...filter })
    return { ids: checkouts.map(({ id }) => id), next }
  })
  expect({ ids, pages }).toEqual({ ids: [], pages: 4 })
})

test('a checkout is found by its id, and only in its store', async () => {
  const [id] = (await inserted('id', 'n = 77')) as CheckoutId[]
  if (!id) throw new Error('no checkout was inserted')
  const search = formatId('chk', id)
  const find = async (inside: typeof storeId) =>
    inStore(store.database.app, inside, (tx) => searchCheckouts(tx, { storeId: inside, limit: 10, search }))
  expect(await find(storeId)).toMatchObject({ checkouts: [{ id }], next: null })
  expect(await find(await store.createStore())).toEqual({ checkouts: [], next: null })
})

test('a search text that the database cannot store is refused', async () => {
  for (const search of ['\0', '\uD800', '']) {
    await expect(
      inStore(store.database.app, storeId, (tx) => searchCheckouts(tx, { storeId, limit: 10, search })),
    ).rejects.toMatchObject({ code: 'invalid_request' })
  }
})
