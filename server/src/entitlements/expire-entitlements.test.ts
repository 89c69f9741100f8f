import { expect, test } from 'vitest'
import { startStore } from '../../test/start-store.ts'
import { deliveriesOf, expectNoViolations, expire, holdRows, passTime, untilWaiting } from '../../test/store-records.ts'
import type { ProductInput } from '../catalog/save-product.ts'
import { openDatabase } from '../db/database.ts'
import type { CheckoutId, StoreId } from '../ids.ts'
import { expireDue } from './expire-due.ts'
import { type EntitlementKey, expireEntitlements } from './expire-entitlements.ts'

const store = await startStore()
const { app, reader } = store.database

async function newStore(product: Partial<ProductInput> = {}) {
  const storeId = await store.createStore()
  const a = await store.createServer(storeId)
  const b = await store.createServer(storeId)
  const productId = await store.createProduct(storeId, { durationSeconds: 100, ...product })
  return {
    storeId,
    a,
    b,
    productId,
    buy: (player: string, quantity = 1) => store.sell(storeId, player, [[productId, quantity]]),
    deliveries: () => deliveriesOf(store, storeId, { A: a.serverId, B: b.serverId }),
  }
}

async function entitlementKeys(storeId: StoreId): Promise<EntitlementKey[]> {
  return store.query<EntitlementKey>(
    'select store_id as "storeId", id from entitlements where store_id = $1 order by game_user_id::integer',
    [storeId],
  )
}

/** Copies the first purchase of the store, each for a different player. */
async function copyPurchase(storeId: StoreId, count: number): Promise<void> {
  await store.query(
    `with source as (select * from checkouts where store_id = $1 order by id limit 1),
     made as (select n, gen_random_uuid() as checkout, gen_random_uuid() as entitlement from generate_series(1, $2) n),
     c as (insert into checkouts (store_id, id, game_user_id, currency, state, paid_at)
       select $1, checkout, 'many ' || n, 'BRL', 'paid', now() from made),
     l as (insert into checkout_lines select (jsonb_populate_record(line, jsonb_build_object('checkout_id', checkout))).*
       from made, checkout_lines line join source on line.checkout_id = source.id),
     p as (insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, products)
       select $1, gen_random_uuid(), server_ids[1], checkout, 'many ' || n, 'APPROVE', '{1}', '[]'
       from made, checkout_lines line join source on line.checkout_id = source.id),
     e as (insert into entitlements (store_id, id, product_id, game_user_id, rebuy, scope, until)
       select $1, entitlement, product_id, 'many ' || n, rebuy, '00000000-0000-0000-0000-000000000000', now() + interval '100 s'
       from made, checkout_lines line join source on line.checkout_id = source.id)
     insert into grants select (jsonb_populate_record(g, jsonb_build_object('checkout_id', checkout, 'entitlement_id', entitlement))).*
       from made, grants g join source on g.checkout_id = source.id`,
    [storeId, count],
  )
}

/** Inserts EXPIRE deliveries, so that the unique index of the queue makes the real ones fail. */
async function blockExpiry(storeId: StoreId, players: string): Promise<void> {
  await store.query(
    `insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, products)
     select store_id, gen_random_uuid(), server_id, checkout_id, game_user_id, 'EXPIRE', line_nos, '[]' from pending_deliveries
     where store_id = $1 and delivery_type = 'APPROVE' and game_user_id like $2`,
    [storeId, players],
  )
}

async function allowExpiry(storeId: StoreId): Promise<void> {
  await store.query(
    `delete from pending_deliveries where store_id = $1 and delivery_type = 'EXPIRE' and products = '[]'`,
    [storeId],
  )
}

test('a batch enqueues for each entitlement its own servers and units', async () => {
  const { storeId, a, b, productId, buy, deliveries } = await newStore()
  const units = await store.createProduct(storeId, { durationSeconds: 100, rebuy: 'independent' })
  const quiet = await store.createProduct(storeId, {
    durationSeconds: 100,
    commands: { approve: ['give'], refund: [], expire: [] },
  })
  await buy('1')
  await store.sell(storeId, '2', [[units, 3]])
  await store.sell(storeId, '3', [quiet])
  // The refund revokes nothing on B, because the later purchase of player 4 still grants the product.
  await store.createProduct(storeId, { id: productId, durationSeconds: 100, serverIds: [b.serverId] })
  const { checkoutId } = await buy('4')
  await store.poll(b.key)
  await store.createProduct(storeId, { id: productId, durationSeconds: 100, serverIds: [a.serverId] })
  await buy('4')
  await store.refund(storeId, checkoutId)
  await passTime(store, storeId, 1_000)
  expect(await expireEntitlements(app, await entitlementKeys(storeId))).toBe(4)
  const taken = await store.query(
    `select game_user_id as player, case server_id when $2 then 'A' else 'B' end as server, unit from pending_deliveries
     where store_id = $1 and delivery_type = 'EXPIRE' order by 1, 2, 3`,
    [storeId, a.serverId],
  )
  expect(taken).toEqual([
    { player: '1', server: 'A', unit: 1 },
    { player: '2', server: 'A', unit: 1 },
    { player: '2', server: 'A', unit: 2 },
    { player: '2', server: 'A', unit: 3 },
    { player: '4', server: 'A', unit: 1 },
    { player: '4', server: 'B', unit: 1 },
  ])
  expect((await deliveries()).filter((delivery) => delivery.startsWith('EXPIRE'))).toHaveLength(6)
  await expectNoViolations(store)
})

test('only entitlements that are due and not locked expire', async () => {
  const { storeId, buy } = await newStore()
  for (const player of ['1', '2', '3']) await buy(player)
  await passTime(store, storeId, 101)
  await buy('2')
  const held = await entitlementKeys(storeId)
  const gate = await holdRows(store, 'select from entitlements where id = $1 for update', [held[2]?.id])
  expect(await expireEntitlements(app, held)).toBe(1)
  await gate.release()
  expect(await expireEntitlements(app, held)).toBe(1)
  expect(await expireEntitlements(app, held)).toBe(0)
})

test('an entitlement that fails does not block the others, is reported, and expires when it can', async () => {
  const { storeId, buy } = await newStore()
  for (const player of ['1', '2', '3', '4', '5']) await buy(player)
  await blockExpiry(storeId, '3')
  await passTime(store, storeId, 101)
  const errors: string[] = []
  expect(await expireDue(app, reader, { onFailed: ({ message }) => errors.push(message) })).toBe(4)
  expect(errors).toEqual([expect.stringMatching(/^failed to expire 1 due .*pending_once/)])
  await expect(expire(store)).rejects.toThrow('failed to expire')
  await allowExpiry(storeId)
  expect(await expire(store)).toBe(1)
})

test('hundreds of entitlements that fail do not block those that became due after them', async () => {
  const { storeId, buy } = await newStore()
  await buy('1')
  await copyPurchase(storeId, 510)
  await blockExpiry(storeId, 'many %')
  await passTime(store, storeId, 200)
  const behind = await newStore()
  await behind.buy('1')
  await passTime(store, behind.storeId, 101)
  const errors: string[] = []
  expect(await expireDue(app, reader, { onFailed: ({ message }) => errors.push(message) })).toBe(2)
  expect(errors).toEqual([expect.stringMatching(/^failed to expire 510 due/)])
  await allowExpiry(storeId)
  expect(await expire(store)).toBe(510)
  await expectNoViolations(store)
})

test('an entitlement with locked deliveries is retried later, and the others expire', async () => {
  const storeId = await store.createStore()
  const productId = await store.createProduct(storeId, { durationSeconds: 100 })
  // Sold before the store had a server: the expiry must lock the deliveries to know their server.
  for (const player of ['1', '2', '3']) await store.sell(storeId, player, [productId])
  await passTime(store, storeId, 101)
  const gate = await holdRows(
    store,
    `select from pending_deliveries where store_id = $1 and game_user_id = '2' for update`,
    [storeId],
  )
  const errors: string[] = []
  expect(await expireDue(app, reader, { onFailed: ({ message }) => errors.push(message) })).toBe(2)
  expect(errors).toHaveLength(1)
  await gate.release()
  expect(await expire(store)).toBe(1)
})

test('an outage of the database stops the run at once', async () => {
  const { storeId, buy } = await newStore()
  await buy('1')
  await copyPurchase(storeId, 300)
  await passTime(store, storeId, 101)
  const lost: Error[] = []
  const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nowhere', poolSize: 4 })
  const failed = expireDue(away.app, reader, { onFailed: (error) => lost.push(error) })
  await expect(failed).rejects.toThrow('ECONNREFUSED')
  await away.close()
  expect(lost).toEqual([])
  expect(await expire(store)).toBe(301)
})

test('an abort stops between two transactions, and the rest stays due', async () => {
  const { storeId, buy } = await newStore()
  for (const player of ['1', '2']) await buy(player)
  await passTime(store, storeId, 101)
  expect(await expireDue(app, reader, { signal: AbortSignal.abort() })).toBe(0)
  expect(await expire(store)).toBe(2)
})

test('two concurrent runs over 600 due entitlements expire each of them once', async () => {
  const { storeId, buy } = await newStore()
  for (let i = 0; i < 11; i++) await buy(`player ${i}`)
  await copyPurchase(storeId, 589)
  await passTime(store, storeId, 101)
  const second = openDatabase({ url: store.databaseUrl, poolSize: 5 })
  const counts = await Promise.all([expire(store), expireDue(second.app, second.reader)])
  await second.close()
  const rest = await expire(store)
  expect((counts[0] ?? 0) + (counts[1] ?? 0) + rest).toBe(600)
  expect(
    await store.query(
      `select count(*)::integer as deliveries, count(distinct checkout_id)::integer as purchases
       from pending_deliveries where store_id = $1 and delivery_type = 'EXPIRE'`,
      [storeId],
    ),
  ).toEqual([{ deliveries: 600, purchases: 600 }])
  await expectNoViolations(store)
})

test('expiries, refunds, purchases and polls run at the same time, 10 rounds, without a deadlock', async () => {
  const deadlocks = () =>
    store.query('select deadlocks from pg_stat_database where datname = current_database()').then(([row]) => row)
  const before = await deadlocks()
  const storeId = await store.createStore()
  const products = await Promise.all([1, 2].map(() => store.createProduct(storeId, { durationSeconds: 100 })))
  const players = Array.from({ length: 8 }, (_, i) => String(i))
  const old: CheckoutId[] = []
  for (const player of players) old.push((await store.sell(storeId, player, products)).checkoutId)
  const { key } = await store.createServer(storeId)
  for (let round = 0; round < 10; round++) {
    const again = await Promise.all(players.map((player) => store.sell(storeId, player, products)))
    await passTime(store, storeId, 1_000)
    const refunds = [...old.splice(0), ...again.slice(0, 4).map((sold) => sold.checkoutId)]
    await Promise.all([
      expire(store),
      ...refunds.map((checkoutId) => store.refund(storeId, checkoutId)),
      ...players.slice(4).map((player) => store.sell(storeId, player, products.toReversed())),
      expire(store),
      store.poll(key),
    ])
  }
  await passTime(store, storeId, 1_000)
  await expire(store)
  expect(await deadlocks()).toEqual(before)
  await expectNoViolations(store)
})

test('a purchase that waits for an expiry starts a new entitlement', async () => {
  const storeId = await store.createStore()
  const productId = await store.createProduct(storeId, { durationSeconds: 100 })
  for (const player of ['1', '2']) await store.sell(storeId, player, [productId])
  await passTime(store, storeId, 101)
  // The batch has locked both entitlements, and waits for a delivery of the first one.
  const gate = await holdRows(
    store,
    `select from pending_deliveries where store_id = $1 and game_user_id = '1' for update`,
    [storeId],
  )
  const expiry = expire(store)
  await untilWaiting(store, 1)
  const purchase = store.sell(storeId, '2', [productId])
  await untilWaiting(store, 2)
  await gate.release()
  expect(await expiry).toBe(2)
  await purchase
  expect((await deliveriesOf(store, storeId, {})).slice(2).sort()).toEqual([
    'APPROVE[1] - waiting',
    'EXPIRE[1] - waiting',
    'EXPIRE[1] - waiting',
  ])
  await expectNoViolations(store)
})

test('a thousand units on seven servers all expire, and so does the next entitlement', async () => {
  const { storeId, a, b, productId, buy } = await newStore({ rebuy: 'independent' })
  const serverIds = [a.serverId, b.serverId]
  while (serverIds.length < 7) serverIds.push((await store.createServer(storeId)).serverId)
  await store.createProduct(storeId, { id: productId, durationSeconds: 100, rebuy: 'independent', serverIds })
  for (const player of ['1', '2']) await buy(player, 1_000)
  await passTime(store, storeId, 101)
  expect(await expire(store)).toBe(2)
  expect(
    await store.query(
      `select count(*)::integer from pending_deliveries where store_id = $1 and delivery_type = 'EXPIRE'`,
      [storeId],
    ),
  ).toEqual([{ count: 14_000 }])
})
