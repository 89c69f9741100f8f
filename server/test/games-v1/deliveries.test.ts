import { expect, test } from 'vitest'
import type { ProductInput } from '../../src/catalog/save-product.ts'
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

/** The products of the one delivery of a sale, and the text of the response. */
async function delivered({
  currency = 'BRL',
  quantity = 1,
  ...product
}: Partial<ProductInput> & { currency?: string; quantity?: number }) {
  const storeId = await store.createStore({ currency })
  const { key } = await store.createServer(storeId)
  await store.sell(storeId, '42', [[await store.createProduct(storeId, product), quantity]])
  const { text } = await store.call('GET', QUEUE, { key })
  const [delivery] = await store.poll(key)
  return { products: delivery?.products ?? [], text }
}

test.for([
  ['BRL', '19.90', '19.9'],
  ['BRL', '0.01', '0.01'],
  ['BRL', '4.35', '4.35'],
  ['BRL', '1.10', '1.1'],
  ['BRL', '9999999999.99', '9999999999.99'],
  ['BRL', '0', '0'],
  ['JPY', '1500', '1500'],
  ['KWD', '1.234', '1.234'],
  ['KWD', '0.001', '0.001'],
])(
  'a price of %s %s is sent as the number %s, to the last digit',
  async ([currency = '', price = '', written = '']) => {
    const { products, text } = await delivered({ currency, price })
    expect(products[0]?.price).toBe(Number(price))
    expect(text).toContain(`"price":${written},`)
  },
)

test('the price is that of one unit, regardless of the quantity', async () => {
  const { products } = await delivered({ price: '19.90', quantity: 3 })
  expect(products.map((product) => product.price)).toEqual([19.9, 19.9, 19.9])
})

test('n units are sent as n equal entries, each with quantity 1', async () => {
  const { products } = await delivered({ quantity: 5 })
  expect(products).toHaveLength(5)
  expect(products.map((product) => product.quantity)).toEqual([1, 1, 1, 1, 1])
  expect(new Set(products.map((product) => JSON.stringify(product))).size).toBe(1)
})

test('a refund of n units has n entries too', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const { checkoutId } = await store.sell(storeId, '42', [[await store.createProduct(storeId), 3]])
  await store.poll(key)
  await store.refund(storeId, checkoutId)
  expect((await store.poll(key)).map((delivery) => delivery.products?.length)).toEqual([3, 3])
})

test('all lines of a purchase are in one delivery, in the order of the purchase', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const hat = await store.createProduct(storeId, { name: 'Hat' })
  const cape = await store.createProduct(storeId, { name: 'Cape' })
  await store.sell(storeId, '42', [cape, [hat, 2]])
  const [delivery, ...others] = await store.poll(key)
  expect(others).toEqual([])
  expect(delivery?.products?.map((product) => product.name)).toEqual(['Cape', 'Hat', 'Hat'])
})

test.for([
  'Espada Mágica',
  '[VIP] {gold} "quoted" \\back\\slash\\',
  'tab\tand\nline break',
  '金のアップル 🍎👩‍👩‍👧‍👦',
  'עברית ← العربية',
  'a\u0301 is not \u00e1, \u200b is nothing, \u2028 breaks, \u0001 controls',
  "<script>alert(1)</script> &amp; %s $1 '; drop table x; --",
  '\u{10FFFF}\uFFFF\uE000',
])('the product name %j is sent unchanged', async (name) => {
  expect((await delivered({ name })).products[0]?.name).toBe(name)
})

test('`{userId}` is sent unchanged, because the client replaces it', async () => {
  const given = ['give {userId} sword', 'say {userId}{userId}', 'plain', 'ü "x" {userid} {USERID} ${userId}']
  const { products } = await delivered({ commands: { approve: given, refund: [], expire: [] } })
  expect(products[0]?.commands).toEqual(given)
})

test('commands are a list of strings, in the order in which the owner entered them', async () => {
  const given = Array.from({ length: 50 }, (_, i) => `step ${50 - i} {userId}`)
  const { products } = await delivered({ commands: { approve: given, refund: [], expire: [] } })
  expect(products[0]?.commands).toEqual(given)
})
