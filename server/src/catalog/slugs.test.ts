import { expect, test } from 'vitest'
import { startStore } from '../../test/start-store.ts'
import { inStore } from '../db/database.ts'
import type { ProductId, StoreId } from '../ids.ts'
import { saveCategory } from './categories/save-category.ts'
import { editProduct, type ProductChanges } from './edit-product.ts'
import { showProduct } from './show-product.ts'

const store = await startStore()
const { app } = store.database

const slugOf = async (storeId: StoreId, productId: ProductId) =>
  (await inStore(app, storeId, (tx) => showProduct(tx, { storeId, productId }))).slug
const create = async (storeId: StoreId, product: Parameters<typeof store.createProduct>[1]) =>
  slugOf(storeId, await store.createProduct(storeId, product))
const edit = (storeId: StoreId, productId: ProductId, changes: ProductChanges) =>
  inStore(app, storeId, (tx) => editProduct(tx, { storeId, productId, changes }))

test.for([
  ['VIP Gold', 'vip-gold'],
  ['Doação – R$ 10,00!', 'doacao-r-10-00'],
  ['Coração Ñandú Übergroß', 'coracao-nandu-ubergross'],
  ['Æsir Œuvre Łódź Øre', 'aesir-oeuvre-lodz-ore'],
  ['ﬁve ² ½', 'five-2-1-2'],
  ['  --Kit__x--  ', 'kit-x'],
  ['⚔', 'product'],
  ['Клинок', 'product'],
  ['x'.repeat(200), 'x'.repeat(60)],
])('the slug of "%s" is "%s"', async ([name = '', slug]) => {
  expect(await create(await store.createStore(), { name })).toBe(slug)
})

test('products of the same name get numbers, also at the same time, and only within their store', async () => {
  const [mine, theirs] = [await store.createStore(), await store.createStore()]
  expect(await create(mine, { name: 'Coins 2' })).toBe('coins-2')
  const slugs = await Promise.all(Array.from({ length: 5 }, () => create(mine, { name: 'Coins' })))
  expect(slugs.sort()).toEqual(['coins', 'coins-3', 'coins-4', 'coins-5', 'coins-6'])
  expect(await create(theirs, { name: 'Coins' })).toBe('coins')
})

test('more than twenty products of the same name have different slugs, the last ones with a part of their id', async () => {
  const storeId = await store.createStore()
  const slugs = await Promise.all(Array.from({ length: 22 }, () => create(storeId, { name: 'Coins' })))
  expect(new Set(slugs).size).toBe(22)
  expect(slugs.filter((slug) => /^coins-[0-9a-f]{12}$/.test(slug))).toHaveLength(2)
})

test('a slug changes on request only', async () => {
  const storeId = await store.createStore()
  const id = await store.createProduct(storeId, { name: 'VIP' })
  expect(await edit(storeId, id, { name: 'Gold' })).toMatchObject({ name: 'Gold', slug: 'vip' })
  expect(await edit(storeId, id, { slug: 'gold' })).toMatchObject({ slug: 'gold' })
  expect(await edit(storeId, id, { slug: 'gold' })).toMatchObject({ slug: 'gold' })
})

test('a slug that is taken or has other characters is refused', async () => {
  const storeId = await store.createStore()
  await store.createProduct(storeId, { slug: 'vip' })
  const other = await store.createProduct(storeId)
  await expect(edit(storeId, other, { slug: 'vip' })).rejects.toMatchObject({ code: 'conflict' })
  await expect(store.createProduct(storeId, { slug: 'vip' })).rejects.toMatchObject({ code: 'conflict' })
  const category = (slug: string) => inStore(app, storeId, (tx) => saveCategory(tx, { storeId, name: 'x', slug }))
  expect(await category('vip')).toMatchObject({ slug: 'vip' })
  await expect(category('vip')).rejects.toMatchObject({ code: 'conflict' })
  for (const slug of ['', 'VIP', 'a b', '-a', 'a-', 'a--b', 'ç', '../a', 'a/b', 'x'.repeat(81)]) {
    await expect(edit(storeId, other, { slug }), slug).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(category(slug), slug).rejects.toMatchObject({ code: 'invalid_request' })
  }
})

test('of two products that ask for one slug at the same time, one gets it', async () => {
  const storeId = await store.createStore()
  const results = await Promise.allSettled(
    Array.from({ length: 4 }, () => store.createProduct(storeId, { slug: 'vip' })),
  )
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  expect(refused).toMatchObject([{ code: 'conflict' }, { code: 'conflict' }, { code: 'conflict' }])
})
