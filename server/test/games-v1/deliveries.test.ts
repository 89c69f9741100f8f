import { expect, test } from 'vitest'
import { formatId } from '../../src/ids.ts'
import { type Element, QUEUE, startStore } from '../start-store.ts'
import { expire, passTime } from '../store-records.ts'

const store = await startStore()

const COMMON = ['id', 'storeId', 'gameUserId', 'checkoutId', 'deliveryType']

/** One delivery of each type, all for one player. */
async function oneOfEach(): Promise<{ approve: Element; refund: Element; expired: Element; storeName: string }> {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const forever = await store.createProduct(storeId)
  const timed = await store.createProduct(storeId, { name: 'A month', durationSeconds: 60 })
  const sold = await store.sell(storeId, '42', [forever])
  await store.sell(storeId, '42', [timed])
  await store.poll(key)
  await store.refund(storeId, sold.checkoutId)
  await passTime(store, storeId, 60)
  await expire(store)
  const [approve, , refund, expired] = await store.poll(key)
  if (!approve || !refund || !expired) throw new Error('a delivery is missing')
  return { approve, refund, expired, storeName: formatId('sto', storeId) }
}

const { approve, refund, expired, storeName } = await oneOfEach()

test('an empty queue is an object with an empty list', async () => {
  const { key } = await store.createServer(await store.createStore())
  const { status, text, contentType } = await store.call('GET', QUEUE, { key })
  expect([status, text]).toEqual([200, '{"checkouts":[]}'])
  expect(contentType).toMatch(/^application\/json/)
})

test('the response has exactly one top-level field, also if a delivery is pending', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  await store.sell(storeId, '42', [await store.createProduct(storeId)])
  const { body } = await store.call('GET', QUEUE, { key })
  expect(Object.keys(body as object)).toEqual(['checkouts'])
})

test('an APPROVE has its products in the list `products`, and no `product`', () => {
  expect(approve.deliveryType).toBe('APPROVE')
  expect(Object.keys(approve)).toEqual([...COMMON, 'products'])
  expect(approve.products).toHaveLength(1)
})

test('a REFUND has its products in the list `products`, and no `product`', () => {
  expect(refund.deliveryType).toBe('REFUND')
  expect(Object.keys(refund)).toEqual([...COMMON, 'products'])
  expect(refund.products).toHaveLength(1)
})

test('an EXPIRE has exactly one product in `product`, and no `products`', () => {
  expect(expired.deliveryType).toBe('EXPIRE')
  expect(Object.keys(expired)).toEqual([...COMMON, 'product'])
  expect(expired.product).toMatchObject({ name: 'A month', quantity: 1 })
})

test('each delivery type has its own commands', async () => {
  const own = await store.createStore()
  const { key } = await store.createServer(own)
  const commands = { approve: ['give {userId}'], refund: ['undo {userId}'], expire: ['end {userId}'] }
  const refunded = await store.sell(own, '1', [await store.createProduct(own, { commands })])
  await store.sell(own, '2', [await store.createProduct(own, { commands, durationSeconds: 60 })])
  await store.poll(key)
  await store.refund(own, refunded.checkoutId)
  await passTime(store, own, 60)
  await expire(store)
  const queue = await store.poll(key)
  const found = queue.map(({ deliveryType, products, product }) => [deliveryType, (product ?? products?.[0])?.commands])
  expect(found).toEqual([
    ['APPROVE', ['give {userId}']],
    ['APPROVE', ['give {userId}']],
    ['REFUND', ['undo {userId}']],
    ['EXPIRE', ['end {userId}']],
  ])
})

test('every product has id, name, price, quantity and commands', () => {
  const { products: [given] = [] } = approve
  for (const product of [given, refund.products?.[0], expired.product]) {
    expect(Object.keys(product ?? {}).sort()).toEqual(['commands', 'id', 'name', 'price', 'quantity'])
    expect(product?.id).toMatch(/^prd_/)
  }
})

test('every delivery has the ids of its store, its player and its checkout', () => {
  expect(refund.checkoutId).toBe(approve.checkoutId)
  expect(expired.checkoutId).not.toBe(approve.checkoutId)
  for (const delivery of [approve, refund, expired]) {
    expect(delivery).toMatchObject({ storeId: storeName, gameUserId: '42' })
    expect(delivery.checkoutId).toMatch(/^chk_/)
  }
})

test('ids are lower case words without brackets, never numeric, and unique', () => {
  const ids = [approve, refund, expired].flatMap((delivery) => [
    delivery.id,
    delivery.storeId,
    delivery.checkoutId,
    (delivery.product ?? delivery.products?.[0])?.id ?? '',
  ])
  for (const id of ids) expect(id).toMatch(/^(cmd|sto|chk|prd)_[0-9a-z]{26}$/)
  expect(new Set([approve.id, refund.id, expired.id]).size).toBe(3)
})

test('a player id that is not a number is sent unchanged', async () => {
  const own = await store.createStore()
  const { key } = await store.createServer(own)
  const product = await store.createProduct(own)
  const players = ['steam:110000112345678', 'Zoë "the" Ⓑold\\', '007', '9007199254740993', '[x] ', 'ünï😀']
  for (const player of players) await store.sell(own, player, [product])
  expect((await store.poll(key)).map((delivery) => delivery.gameUserId)).toEqual(players)
})

test('every product that expires has a delivery of its own', async () => {
  const own = await store.createStore()
  const { key } = await store.createServer(own)
  const names = ['Cape', 'Hat', 'Boots']
  const products = await Promise.all(names.map((name) => store.createProduct(own, { name, durationSeconds: 60 })))
  await store.sell(own, '42', products)
  await passTime(store, own, 60)
  await expire(store)
  const ended = (await store.poll(key)).filter((delivery) => delivery.deliveryType === 'EXPIRE')
  expect(new Set(ended.map((delivery) => delivery.product?.name))).toEqual(new Set(names))
  expect(ended).toHaveLength(names.length)
})
