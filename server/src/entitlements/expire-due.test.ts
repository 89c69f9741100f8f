import { expect, test } from 'vitest'
import { startStore } from '../../test/start-store.ts'
import {
  elementsOf,
  expectSound,
  expire,
  heldOf,
  holdRows,
  only,
  passTime,
  untilWaiting,
} from '../../test/store-records.ts'
import type { ProductInput } from '../catalog/save-product.ts'
import { openDatabase } from '../db/database.ts'
import type { EntitlementId } from '../ids.ts'
import { expireDue } from './expire-due.ts'
import { expireEntitlement } from './expire-entitlement.ts'

const store = await startStore()

async function newProduct(product: Partial<ProductInput> = {}) {
  const storeId = await store.createStore()
  const a = await store.createServer(storeId)
  const b = await store.createServer(storeId)
  const productId = await store.createProduct(storeId, { durationSeconds: 100, ...product })
  return {
    storeId,
    a,
    b,
    productId,
    buy: (quantity = 1, player = '42') => store.sell(storeId, player, [[productId, quantity]]),
    elements: () => elementsOf(store, storeId, { A: a.serverId, B: b.serverId }),
  }
}

test('what ran out is expired once, behind its purchase, with one product', async () => {
  const { storeId, a, buy, elements } = await newProduct()
  await buy(3)
  await store.poll(a.key)
  await passTime(store, storeId, 300)
  expect(await expire(store)).toBe(1)
  expect(await expire(store)).toBe(0)
  expect(await elements()).toEqual(['APPROVE[1] A offered', 'EXPIRE[1] A waiting'])
  expect((await store.poll(a.key)).at(1)).toMatchObject({
    deliveryType: 'EXPIRE',
    product: { name: 'VIP Gold', price: 19.9, quantity: 1, commands: ['removevip {userId} gold'] },
  })
})

test('nothing expires early, not even by a second', async () => {
  const { storeId, productId, buy, elements } = await newProduct()
  const { checkoutId } = await buy()
  await passTime(store, storeId, 98)
  expect(await expire(store)).toBe(0)
  const { id } = only(
    await store.query<{ id: EntitlementId }>('select id from entitlements where store_id = $1', [storeId]),
  )
  expect(await expireEntitlement(store.database.app, { storeId, id })).toBe(false)
  expect(await elements()).toEqual(['APPROVE[1] A waiting'])
  expect(await heldOf(store, storeId, productId)).toHaveLength(1)
  await store.refund(storeId, checkoutId)
})

test('n units that stand on their own expire as n elements on each of their servers', async () => {
  const { storeId, a, b, productId, buy, elements } = await newProduct()
  await store.createProduct(storeId, {
    id: productId,
    durationSeconds: 100,
    rebuy: 'independent',
    serverIds: [a.serverId, b.serverId],
  })
  await buy(3)
  await passTime(store, storeId, 101)
  await expire(store)
  const counts = Object.groupBy(await elements(), (element) => element)
  expect(
    Object.entries(counts)
      .map(([element, all]) => `${all?.length} ${element}`)
      .sort(),
  ).toEqual(['1 APPROVE[1] A waiting', '1 APPROVE[1] B waiting', '3 EXPIRE[1] A waiting', '3 EXPIRE[1] B waiting'])
})

test('a product that extends expires once on each server that any of its purchases went to', async () => {
  const { storeId, a, b, productId, buy, elements } = await newProduct()
  await buy()
  await store.createProduct(storeId, { id: productId, durationSeconds: 100, serverIds: [a.serverId, b.serverId] })
  await buy(2)
  await passTime(store, storeId, 301)
  await expire(store)
  expect((await elements()).slice(3).sort()).toEqual(['EXPIRE[1] A waiting', 'EXPIRE[1] B waiting'])
})

test('several products of one purchase expire apart, each at its time', async () => {
  const { storeId, productId, elements } = await newProduct()
  const long = await store.createProduct(storeId, { durationSeconds: 200 })
  await store.sell(storeId, '42', [productId, long])
  await passTime(store, storeId, 101)
  await expire(store)
  expect(await elements()).toEqual(['APPROVE[1,2] A waiting', 'EXPIRE[1] A waiting'])
  await passTime(store, storeId, 100)
  await expire(store)
  expect((await elements()).at(2)).toBe('EXPIRE[2] A waiting')
})

test('what is just being extended when the scheduler comes is left alone', async () => {
  const { storeId, a, productId, buy, elements } = await newProduct()
  await buy()
  await passTime(store, storeId, 101)
  // The purchase has extended the entitlement and waits here, with its last statement, for the server's row.
  const gate = await holdRows(store, 'select from game_servers where id = $1 for update', [a.serverId])
  const purchase = buy()
  await untilWaiting(store, 1)
  expect(await expire(store)).toBe(0)
  await gate.release()
  await purchase
  expect(await expire(store)).toBe(0)
  expect(await elements()).toEqual(['APPROVE[1] A waiting', 'APPROVE[1] A waiting'])
  expect(await heldOf(store, storeId, productId)).toEqual([{ player: '42', seconds: 100 }])
})

test('what was due when the scheduler looked and is extended when it acts is left alone', async () => {
  const { storeId, buy, elements } = await newProduct()
  await buy()
  await passTime(store, storeId, 101)
  const due = await store.query<{ id: EntitlementId }>('select id from entitlements where store_id = $1', [storeId])
  await buy()
  expect(await expireEntitlement(store.database.app, { storeId, id: only(due).id })).toBe(false)
  expect(await elements()).toEqual(['APPROVE[1] A waiting', 'APPROVE[1] A waiting'])
})

test('an entitlement that another transaction holds is skipped, not waited for, and found at the next tick', async () => {
  const { storeId, buy } = await newProduct()
  await buy()
  await passTime(store, storeId, 101)
  const gate = await holdRows(store, 'select from entitlements where store_id = $1 for update', [storeId])
  expect(await expire(store)).toBe(0)
  await gate.release()
  expect(await expire(store)).toBe(1)
})

test('a permanent product never expires, and one without expire commands ends quietly', async () => {
  const permanent = await newProduct({ durationSeconds: null })
  const quiet = await newProduct({ commands: { approve: ['give {userId}'], refund: [], expire: [] } })
  for (const { storeId, buy } of [permanent, quiet]) {
    await buy()
    await passTime(store, storeId, 1_000_000)
  }
  expect(await expire(store)).toBe(1)
  expect(await permanent.elements()).toEqual(['APPROVE[1] A waiting'])
  expect(await quiet.elements()).toEqual(['APPROVE[1] A waiting'])
  expect(await heldOf(store, permanent.storeId, permanent.productId)).toHaveLength(1)
  expect(await heldOf(store, quiet.storeId, quiet.productId)).toEqual([])
})

test('two schedulers at once over 600 due entitlements expire each of them once', async () => {
  const { storeId, buy } = await newProduct()
  for (let i = 0; i < 11; i++) await buy(1, `player ${i}`)
  await store.query(
    `with source as (select * from checkouts where store_id = $1 order by id limit 1),
     made as (select n, gen_random_uuid() as checkout, gen_random_uuid() as entitlement from generate_series(1, 589) n),
     c as (insert into checkouts (store_id, id, game_user_id, currency, state, paid_at)
       select $1, checkout, 'many ' || n, 'BRL', 'paid', now() from made),
     l as (insert into checkout_lines select (jsonb_populate_record(line, jsonb_build_object('checkout_id', checkout))).*
       from made, checkout_lines line join source on line.checkout_id = source.id),
     p as (insert into pending_commands (store_id, id, server_id, checkout_id, game_user_id, delivery_type, line_nos, products)
       select $1, gen_random_uuid(), server_ids[1], checkout, 'many ' || n, 'APPROVE', '{1}', '[]'
       from made, checkout_lines line join source on line.checkout_id = source.id),
     e as (insert into entitlements (store_id, id, product_id, game_user_id, rebuy, scope, until)
       select $1, entitlement, product_id, 'many ' || n, rebuy, '00000000-0000-0000-0000-000000000000', now() + interval '100 s'
       from made, checkout_lines line join source on line.checkout_id = source.id)
     insert into grants select (jsonb_populate_record(g, jsonb_build_object('checkout_id', checkout, 'entitlement_id', entitlement))).*
       from made, grants g join source on g.checkout_id = source.id`,
    [storeId],
  )
  await expire(store)
  await passTime(store, storeId, 101)
  const second = openDatabase({ url: store.databaseUrl, poolSize: 5 })
  const counts = await Promise.all([expire(store), expireDue(second.app, second.reader)])
  await second.close()
  const rest = await expire(store)
  expect((counts[0] ?? 0) + (counts[1] ?? 0) + rest).toBe(600)
  expect(
    await store.query(
      `select count(*)::integer as elements, count(distinct checkout_id)::integer as purchases
       from pending_commands where store_id = $1 and delivery_type = 'EXPIRE'`,
      [storeId],
    ),
  ).toEqual([{ elements: 600, purchases: 600 }])
  await expectSound(store)
}, 60_000)

test('what is due is decided by the clock of the database, whatever this process believes', async () => {
  const { storeId, buy } = await newProduct()
  await buy()
  const real = Date.now
  Date.now = () => real() + 86_400_000
  try {
    expect(await expire(store)).toBe(0)
  } finally {
    Date.now = real
  }
  await passTime(store, storeId, 101)
  Date.now = () => real() - 86_400_000
  try {
    expect(await expire(store)).toBe(1)
  } finally {
    Date.now = real
  }
})
