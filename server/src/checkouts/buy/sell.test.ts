import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import {
  deliveriesOf,
  expectNoViolations,
  expire,
  entitlementsOf,
  only,
  passTime,
} from '../../../test/store-records.ts'
import { saveProduct } from '../../catalog/save-product.ts'
import { setDefaultServer } from '../../game-servers/set-default-server.ts'
import { newId, type ProductId, type StoreId } from '../../ids.ts'

const store = await startStore()

test('later edits of a product do not change a sale: name, price, commands and servers stay as sold', async () => {
  const storeId = await store.createStore()
  const a = await store.createServer(storeId)
  const b = await store.createServer(storeId)
  const product = await store.createProduct(storeId, { durationSeconds: 60, serverIds: [a.serverId] })
  const { checkoutId } = await store.sell(storeId, '42', [product])
  await saveProduct(store.database.app, {
    storeId,
    id: product,
    name: 'Renamed',
    price: '1.00',
    commands: { approve: ['new {userId}'], refund: ['new {userId}'], expire: ['new {userId}'] },
    durationSeconds: 1,
    serverIds: [b.serverId],
    buyerChoosesServer: false,
  })

  expect(only(await store.poll(a.key)).products).toMatchObject([
    { name: 'VIP Gold', price: 19.9, commands: ['addvip {userId} gold'] },
  ])
  expect(await entitlementsOf(store, storeId, product)).toEqual([{ player: '42', seconds: 60 }])
  await store.refund(storeId, checkoutId)
  expect((await store.poll(a.key)).at(1)?.products).toMatchObject([
    { name: 'VIP Gold', price: 19.9, commands: ['removevip {userId} gold'] },
  ])
  expect(await store.poll(b.key)).toEqual([])
})

test('an expiry delivers the expire commands that were sold, not the current ones', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const product = await store.createProduct(storeId, { durationSeconds: 60 })
  await store.sell(storeId, '42', [product])
  await store.createProduct(storeId, {
    id: product,
    name: 'Renamed',
    commands: { approve: ['x {userId}'], refund: [], expire: ['y {userId}'] },
  })
  await passTime(store, storeId, 61)
  await expire(store)
  expect((await store.poll(key)).at(1)?.product).toMatchObject({
    name: 'VIP Gold',
    commands: ['removevip {userId} gold'],
  })
})

test('if the buyer chooses the server, only this server gets the delivery', async () => {
  const storeId = await store.createStore()
  const a = await store.createServer(storeId)
  const b = await store.createServer(storeId)
  const c = await store.createServer(storeId)
  const anywhere = await store.createProduct(storeId, { buyerChoosesServer: true })
  const oneOfTwo = await store.createProduct(storeId, { buyerChoosesServer: true, serverIds: [b.serverId, c.serverId] })

  await store.sell(storeId, '42', [anywhere, oneOfTwo], { serverId: b.serverId })
  expect(await deliveriesOf(store, storeId, { B: b.serverId })).toEqual(['APPROVE[1,2] B waiting'])
  await expect(store.sell(storeId, '42', [anywhere])).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(store.sell(storeId, '42', [oneOfTwo], { serverId: a.serverId })).rejects.toMatchObject({
    code: 'invalid_request',
  })
})

test('a product with fixed servers refuses a chosen server', async () => {
  const storeId = await store.createStore()
  const { serverId } = await store.createServer(storeId)
  const product = await store.createProduct(storeId, { serverIds: [serverId] })
  await expect(store.sell(storeId, '42', [product], { serverId })).rejects.toMatchObject({ code: 'invalid_request' })
})

test('a product without servers goes to the first server, until another one is the default', async () => {
  const storeId = await store.createStore()
  const a = await store.createServer(storeId)
  const b = await store.createServer(storeId)
  const product = await store.createProduct(storeId)
  await store.sell(storeId, '42', [product])
  await setDefaultServer(store.database.app, { storeId, serverId: b.serverId })
  await store.sell(storeId, '42', [product])
  expect(await deliveriesOf(store, storeId, { A: a.serverId, B: b.serverId })).toEqual([
    'APPROVE[1] A waiting',
    'APPROVE[1] B waiting',
  ])
  const foreign = await store.createServer(await store.createStore())
  await expect(setDefaultServer(store.database.app, { storeId, serverId: foreign.serverId })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a refused sale stores nothing', async () => {
  const storeId = await store.createStore()
  await store.createServer(storeId)
  const product = await store.createProduct(storeId)
  const foreign = await store.createProduct(await store.createStore())
  const items: [string, (ProductId | [ProductId, number])[]][] = [
    ['no product', []],
    ['more than 50 lines', Array.from({ length: 51 }, () => product)],
    ['a quantity of zero', [[product, 0]]],
    ['half a unit', [[product, 1.5]]],
    ['a quantity over 1,000', [[product, 1_001]]],
    ['an unknown product', [product, newId<ProductId>()]],
    ["another store's product", [product, foreign]],
  ]
  for (const [name, list] of items) {
    await expect(store.sell(storeId, '42', list), name).rejects.toMatchObject({
      code: expect.stringMatching(/^(invalid_request|not_found)$/) as string,
    })
  }
  for (const player of ['', 'x'.repeat(256), '42\nop 42', '42\u2028', '\ud800']) {
    await expect(store.sell(storeId, player, [product]), player).rejects.toMatchObject({ code: 'invalid_request' })
  }
  await expect(store.sell(newId<StoreId>(), '42', [product])).rejects.toMatchObject({ code: 'not_found' })
  expect(await store.query('select from checkouts where store_id = $1', [storeId])).toEqual([])
  expect(await deliveriesOf(store, storeId, {})).toEqual([])
})

test.for(['approve', 'refund'] as const)(
  'a purchase whose %s delivery would be too large is refused',
  async (stage) => {
    const storeId = await store.createStore()
    await store.createServer(storeId)
    const long = Array.from({ length: 50 }, () => `give {userId} ${'x'.repeat(900)}`)
    const commands = { approve: ['give {userId} x'], refund: [], expire: [], [stage]: long }
    const product = await store.createProduct(storeId, { commands })
    await expect(store.sell(storeId, '42', [[product, 20]])).rejects.toMatchObject({ code: 'purchase_too_large' })
    expect(await entitlementsOf(store, storeId, product)).toEqual([])
    await expectNoViolations(store)
  },
)
