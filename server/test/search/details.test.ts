import { expect, test } from 'vitest'
import { collectDisputeEvidence } from '../../src/payments/read/collect-dispute-evidence.ts'
import { formatEvidence } from '../../src/payments/read/format-evidence.ts'
import { searchCheckouts } from '../../src/checkouts/read/search-checkouts.ts'
import { showCheckoutWithPayment } from '../../src/payments/read/show-checkout-with-payment.ts'
import { inStore, type Tx } from '../../src/db/database.ts'
import { listDeadLetters, DEAD_LETTER_ADVICE } from '../../src/delivery/read/list-dead-letters.ts'
import { readStatistics } from '../../src/statistics/read-statistics.ts'
import type { CheckoutId, StoreId } from '../../src/ids.ts'
import { startStore } from '../start-store.ts'

const store = await startStore()
const inside = <T>(storeId: StoreId, work: (tx: Tx) => Promise<T>) => inStore(store.database.app, storeId, work)

async function createShop() {
  const storeId = await store.createStore()
  const { key, serverId } = await store.createServer(storeId)
  const productId = await store.createProduct(storeId, { durationSeconds: 86_400 })
  const deliver = async () => {
    for (const { id } of await store.poll(key)) await store.report(key, id)
  }
  return { storeId, key, serverId, productId, deliver }
}

test('a listed checkout has its total and the states of its deliveries', async () => {
  const { storeId, productId, deliver } = await createShop()
  await store.sell(storeId, '42', [[productId, 2]], { reference: 'first' })
  await deliver()
  await store.sell(storeId, '43', [productId, productId])
  const { checkouts } = await inside(storeId, (tx) => searchCheckouts(tx, { storeId, limit: 10 }))
  expect(checkouts).toMatchObject([
    { gameUserId: '43', totalMinor: 3980, lineCount: 2, deliveries: { pending: 1, processed: 0, held: 0 } },
    { reference: 'first', totalMinor: 3980, lineCount: 1, deliveries: { pending: 0, processed: 1, held: 0 } },
  ])
})

test('a checkout is shown with its lines, refunds, deliveries, entitlements and events, and not to another store', async () => {
  const { storeId, productId, deliver } = await createShop()
  const { checkoutId } = await store.sell(storeId, '42', [productId])
  await deliver()
  await store.refund(storeId, checkoutId)
  const shown = await inside(storeId, (tx) => showCheckoutWithPayment(tx, { storeId, checkoutId }))
  expect(shown).toMatchObject({
    state: 'refunded',
    totalMinor: 1990,
    lines: [{ product_id: productId, refunded_at: expect.any(Date) as Date }],
    payment: null,
    deliveries: [
      { delivery_type: 'REFUND', state: 'pending' },
      { delivery_type: 'APPROVE', state: 'processed', history: [] },
    ],
    entitlements: [{ productId, lineNo: 1, endedBy: 'refund', revokedAt: expect.any(Date) as Date }],
  })
  expect(shown.events.map(({ type }) => type)).toEqual(expect.arrayContaining(['checkout.paid', 'checkout.refunded']))
  const other = await store.createStore()
  await expect(
    inside(other, (tx) => showCheckoutWithPayment(tx, { storeId: other, checkoutId })),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('the evidence for a bank is complete, and no text of a player or a game can forge a line of it', async () => {
  const { storeId, key, productId, deliver } = await createShop()
  const player = 'eve'
  for (let i = 0; i < 2; i++) await store.sell(storeId, player, [productId])
  const { checkoutId: refunded } = await store.sell(storeId, player, [productId])
  await store.refund(storeId, refunded)
  const { checkoutId } = await store.sell(storeId, player, [productId])
  await deliver()
  await store.query(`update delivery_ledger set receipt = $2 where checkout_id = $1`, [checkoutId, 'ok\nPaid: never'])
  await store.sell(storeId, player, [productId])
  const evidence = await inside(storeId, (tx) => collectDisputeEvidence(tx, { storeId, checkoutId }))
  expect(evidence).toMatchObject({
    purchase: { player, total: 19.9, currency: 'BRL', lines: [{ name: 'VIP Gold', durationSeconds: 86_400 }] },
    deliveries: [{ kind: 'purchase', state: 'processed', server: 'lobby', products: ['VIP Gold'] }],
    earlierPurchases: { count: 2, hasMore: false },
  })
  const text = formatEvidence(evidence)
  expect(text).toContain('the game answered: ok Paid: never')
  expect(text.split('\n').filter((line) => line.startsWith('Paid: '))).toHaveLength(1)
  expect(text).not.toContain(key)
})

test('dead letters are listed with their reasons, oldest first, without deliveries that will still arrive', async () => {
  const storeId = await store.createStore()
  const early = await store.createProduct(storeId)
  await store.sell(storeId, 'without', [early])
  await store.query('alter table pending_deliveries disable trigger user')
  const lobby = await store.createServer(storeId)
  const silent = await store.createServer(storeId)
  const mta = await store.createServer(storeId, 'mta')
  const sellOn = async (player: string, serverId: typeof lobby.serverId, change: string) => {
    const product = await store.createProduct(storeId, { serverIds: [serverId] })
    const { checkoutId } = await store.sell(storeId, player, [product])
    await store.query(`update pending_deliveries set ${change} where checkout_id = $1`, [checkoutId])
  }
  await store.query(`update pending_deliveries set server_id = null where game_user_id = 'without'`)
  await sellOn('doubt', lobby.serverId, `attempts = 1, dispatched_at = now(), hold_reason = 'uncertain'`)
  await sellOn('silent', silent.serverId, 'unit = 1')
  await sellOn('5', mta.serverId, `delivery_type = 'REFUND'`)
  await sellOn('6', mta.serverId, `game_user_id = 'steve'`)
  await sellOn('away', lobby.serverId, `created_at = now() - interval '25 hours'`)
  await sellOn('lazy', lobby.serverId, `created_at = now() - interval '25 hours', requires_online = false`)
  await sellOn('fresh', lobby.serverId, `created_at = now() - interval '23 hours'`)
  await store.query('alter table pending_deliveries enable trigger user')
  await store.query('update game_servers set last_seen_at = now() where id = any($1)', [[lobby.serverId, mta.serverId]])
  await store.query(`update game_servers set last_seen_at = now() - interval '11 minutes' where id = $1`, [
    silent.serverId,
  ])

  const first = await inside(storeId, (tx) => listDeadLetters(tx, { storeId, limit: 4 }))
  const { next } = first
  const rest = await inside(storeId, (tx) => listDeadLetters(tx, { storeId, limit: 4, ...(next && { after: next }) }))
  expect([...first.letters, ...rest.letters].map(({ gameUserId, reason }) => `${gameUserId}: ${reason}`)).toEqual([
    'without: no_server',
    'doubt: uncertain',
    'silent: server_silent',
    '5: never_fetched',
    'steve: unreadable_id',
    'away: player_away',
    'lazy: not_reported',
  ])
  expect(rest.next).toBeNull()
  expect(DEAD_LETTER_ADVICE.uncertain.actions).toContain('resolve')
})

test('statistics contain the sales of the requested days in the time zone, and how long deliveries took', async () => {
  const { storeId, productId, deliver } = await createShop()
  const paid = async (player: string, at: string) => {
    const { checkoutId } = await store.sell(storeId, player, [productId])
    await deliver()
    return movePaid(checkoutId, at)
  }
  await paid('a', '2026-03-01T02:30:00Z')
  const refunded = await paid('b', '2026-03-01T12:00:00Z')
  await paid('c', '2026-03-02T12:00:00Z')
  await paid('d', '2026-03-09T12:00:00Z')
  await store.refund(storeId, refunded)
  const read = (timeZone: string) =>
    inside(storeId, (tx) =>
      readStatistics(tx, { storeId, from: new Date('2026-02-27'), to: new Date('2026-03-09T12:00:00Z'), timeZone }),
    )
  const { days, products, delivery, now } = await read('America/Sao_Paulo')
  expect(days).toEqual([
    { day: '2026-02-28', currency: 'BRL', sales: 1, grossMinor: 1990, refunded: 0, refundedMinor: 0, disputed: 0 },
    { day: '2026-03-01', currency: 'BRL', sales: 1, grossMinor: 1990, refunded: 1, refundedMinor: 1990, disputed: 0 },
    { day: '2026-03-02', currency: 'BRL', sales: 1, grossMinor: 1990, refunded: 0, refundedMinor: 0, disputed: 0 },
  ])
  expect((await read('UTC')).days.map(({ day, sales }) => [day, sales])).toEqual([
    ['2026-03-01', 2],
    ['2026-03-02', 1],
  ])
  expect(products).toEqual([{ productId, name: 'VIP Gold', currency: 'BRL', units: 3, grossMinor: 5970 }])
  expect(delivery).toMatchObject({ delivered: 3, p50Seconds: 2, p95Seconds: 2, maxSeconds: 2, waiting: 0, held: 0 })
  expect(now).toMatchObject({ pending: 1, held: 0 })
})

test('statistics by hour begin each hour in the time zone, and count what waits', async () => {
  const { storeId, productId, deliver } = await createShop()
  for (const at of ['2026-03-01T02:20:00Z', '2026-03-01T02:40:00Z', '2026-03-01T12:00:00Z']) {
    const { checkoutId } = await store.sell(storeId, 'a', [productId])
    await deliver()
    await movePaid(checkoutId, at)
  }
  const read = (from: Date, to: Date, timeZone: string) =>
    inside(storeId, (tx) => readStatistics(tx, { storeId, from, to, timeZone, interval: 'hour' }))
  const march = [new Date('2026-03-01'), new Date('2026-03-02')] as const
  // The offset of Kathmandu is 5:45, so its hours begin at a quarter past.
  const { intervals, delivery } = await read(...march, 'Asia/Kathmandu')
  expect(intervals).toEqual([
    { startsAt: '2026-03-01T02:15:00.000Z', currency: 'BRL', sales: 2, grossMinor: 3980 },
    { startsAt: '2026-03-01T11:15:00.000Z', currency: 'BRL', sales: 1, grossMinor: 1990 },
  ])
  expect(delivery.intervals).toEqual([
    { startsAt: '2026-03-01T02:15:00.000Z', delivered: 2, p50Seconds: 2, p95Seconds: 2 },
    { startsAt: '2026-03-01T11:15:00.000Z', delivered: 1, p50Seconds: 2, p95Seconds: 2 },
  ])
  await store.sell(storeId, 'b', [productId])
  const now = Date.now()
  const today = await read(new Date(now - 3_600_000), new Date(now + 60_000), 'UTC')
  expect(today.delivery).toMatchObject({ delivered: 0, waiting: 1, held: 0 })
  await expect(read(new Date('2026-01-01'), new Date('2026-03-01'), 'UTC')).rejects.toMatchObject({
    code: 'invalid_request',
  })
})

test('statistics refuse a period that is too long or ends before it begins, and an unknown time zone', async () => {
  const { storeId } = await createShop()
  const read = (from: string, to: string, timeZone = 'UTC') =>
    inside(storeId, (tx) => readStatistics(tx, { storeId, from: new Date(from), to: new Date(to), timeZone }))
  await expect(read('2024-01-01', '2026-01-01')).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(read('2026-01-02', '2026-01-01')).rejects.toMatchObject({ code: 'invalid_request' })
  for (const timeZone of ['Mars/Olympus', '+03:00', "x'", '']) {
    await expect(read('2026-01-01', '2026-01-02', timeZone)).rejects.toMatchObject({ code: 'invalid_request' })
  }
})

/** Changes the purchase to this time, and its delivery to two seconds later. Ids contain their time, so they change too. */
async function movePaid(checkoutId: CheckoutId, at: string): Promise<CheckoutId> {
  const time = new Date(at).getTime().toString(16).padStart(12, '0')
  const front = `${time.slice(0, 8)}-${time.slice(8)}`
  const id = (front + checkoutId.slice(13)) as CheckoutId
  await store.query(`
    set session_replication_role = replica;
    update checkouts set id = '${id}', created_at = '${at}', paid_at = '${at}' where id = '${checkoutId}';
    update checkout_lines set checkout_id = '${id}' where checkout_id = '${checkoutId}';
    update grants set checkout_id = '${id}' where checkout_id = '${checkoutId}';
    update delivery_ledger set id = ('${front}' || substr(id::text, 14))::uuid, checkout_id = '${id}',
      finished_at = '${at}'::timestamptz + interval '2 seconds' where checkout_id = '${checkoutId}';
    set session_replication_role = default`)
  return id
}
