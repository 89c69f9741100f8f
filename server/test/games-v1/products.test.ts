import { expect, test } from 'vitest'
import type { ProductInput } from '../../src/catalog/save-product.ts'
import { QUEUE, startStore } from '../start-store.ts'

const store = await startStore()

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
  const approve = ['give {userId} sword', 'say {userId}{userId}', 'plain', 'ü "x" {userid} {USERID} ${userId}']
  const { products } = await delivered({ commands: { approve, refund: [], expire: [] } })
  expect(products[0]?.commands).toEqual(approve)
})

test('commands are a list of strings, in the order in which the owner entered them', async () => {
  const approve = Array.from({ length: 50 }, (_, i) => `step ${50 - i} {userId}`)
  const { products } = await delivered({ commands: { approve, refund: [], expire: [] } })
  expect(products[0]?.commands).toEqual(approve)
})
