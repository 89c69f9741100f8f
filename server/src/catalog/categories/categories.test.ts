import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { inStore } from '../../db/database.ts'
import { type StoreId } from '../../ids.ts'
import { archiveProduct, restoreProduct } from '../archive-product.ts'
import { listCategories } from './list-categories.ts'
import { listProducts } from '../list-products.ts'
import { deleteCategory } from './delete-category.ts'
import { type CategoryChanges, editCategory, type NewCategory, saveCategory } from './save-category.ts'
import { showProduct } from '../show-product.ts'

const store = await startStore()
const { app } = store.database

const save = (input: NewCategory) => inStore(app, input.storeId, (tx) => saveCategory(tx, input))
const edit = (input: CategoryChanges) => inStore(app, input.storeId, (tx) => editCategory(tx, input))
const list = (storeId: StoreId, page: Partial<Parameters<typeof listCategories>[1]> = {}) =>
  inStore(app, storeId, (tx) => listCategories(tx, { storeId, limit: 100, ...page }))

test('categories are listed by position, in pages', async () => {
  const storeId = await store.createStore()
  for (const [name, position] of [
    ['cars', 2],
    ['vip', 1],
    ['kits', 2],
  ] as const) {
    await save({ storeId, name, position })
  }
  const all = await list(storeId)
  expect(all.map(({ name }) => name)).toEqual(['vip', 'cars', 'kits'])
  const [first, second] = all
  if (!first || !second) throw new Error('unreachable')
  expect(await list(storeId, { limit: 1, after: first })).toEqual([second])
  await edit({ storeId, categoryId: first.id, name: 'VIP', position: 9, expectVersion: first.version })
  expect((await list(storeId)).map(({ name }) => name)).toEqual(['cars', 'kits', 'VIP'])
  await expect(
    edit({ storeId, categoryId: first.id, name: 'late', expectVersion: first.version }),
  ).rejects.toMatchObject({
    code: 'precondition_failed',
  })
})

test('deleting a category keeps its products, also one that is added at the same time', async () => {
  const storeId = await store.createStore()
  const { id: categoryId } = await save({ storeId, name: 'vip' })
  const kept = await store.createProduct(storeId, { categoryId })
  const [removed, added] = await Promise.allSettled([
    inStore(app, storeId, (tx) => deleteCategory(tx, { storeId, categoryId })),
    store.createProduct(storeId, { categoryId }),
  ])
  expect(removed.status).toBe('fulfilled')
  // The second transaction sees the product in the category, or no category.
  const refusals = [added].filter((result) => result.status === 'rejected').map(({ reason }) => reason as unknown)
  expect(refusals).toMatchObject(refusals.map(() => ({ code: 'not_found' })))
  const products = await listProducts(app, { storeId })
  expect(products.map((product) => product.categoryId)).toEqual(products.map(() => null))
  expect(products.find(({ id }) => id === kept)?.version).toBe(2)
  expect(await list(storeId)).toEqual([])
})

test('an archived product is not sold and not listed; its purchases are still delivered and refunded', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const productId = await store.createProduct(storeId)
  const { checkoutId } = await store.sell(storeId, '42', [productId])
  const archived = await inStore(app, storeId, (tx) => archiveProduct(tx, { storeId, productId, expectVersion: 1 }))
  expect(archived).toMatchObject({ archivedAt: expect.any(Date) as Date, version: 2 })
  await expect(store.sell(storeId, '42', [productId])).rejects.toMatchObject({ code: 'conflict' })
  expect(await listProducts(app, { storeId })).toEqual([])
  expect(await listProducts(app, { storeId, archived: true })).toEqual([archived])

  expect((await store.poll(key)).map((element) => element.deliveryType)).toEqual(['APPROVE'])
  await store.refund(storeId, checkoutId)
  expect((await store.poll(key)).map((element) => element.deliveryType)).toEqual(['APPROVE', 'REFUND'])

  const again = await inStore(app, storeId, (tx) => archiveProduct(tx, { storeId, productId }))
  expect(again).toEqual(archived)
  await inStore(app, storeId, (tx) => restoreProduct(tx, { storeId, productId }))
  await store.sell(storeId, '43', [productId])
  expect(await inStore(app, storeId, (tx) => showProduct(tx, { storeId, productId }))).toMatchObject({
    archivedAt: null,
    version: 3,
  })
})

test('a category has a description, a comparison of products and translations', async () => {
  const storeId = await store.createStore()
  const [squire, knight] = [await store.createProduct(storeId), await store.createProduct(storeId)]
  const row = (label: string, ...values: string[]) => ({
    label,
    values: values.map((value, i) => ({ productId: i === 0 ? squire : knight, value })),
  })
  const fields = {
    description: '**All** ranks',
    comparison: [row('Homes', '3', '6'), row('Queue priority', 'No')],
    translations: { 'pt-BR': { name: 'Cargos', comparison: [row('Casas', '3', '6')] } },
  }
  const saved = await save({ storeId, name: 'Ranks', ...fields })
  expect(saved).toMatchObject({ ...fields, slug: 'ranks', position: 0 })
  expect(await list(storeId)).toEqual([saved])
  const changed = await edit({ storeId, categoryId: saved.id, comparison: [] })
  expect(changed).toMatchObject({ ...fields, comparison: [], version: 2 })
})

test('a comparison with a product of another store, two values for one product or too many rows is refused', async () => {
  const storeId = await store.createStore()
  const own = await store.createProduct(storeId)
  const foreign = await store.createProduct(await store.createStore())
  const row = { label: 'Homes', values: [{ productId: own, value: '3' }] }
  const withForeign = [{ label: 'Homes', values: [{ productId: foreign, value: '3' }] }]
  const faults: [Partial<NewCategory>, string][] = [
    [{ comparison: withForeign }, 'not_found'],
    [{ translations: { es: { comparison: withForeign } } }, 'not_found'],
    [{ comparison: [{ ...row, values: [...row.values, ...row.values] }] }, 'invalid_request'],
    [{ comparison: Array.from({ length: 51 }, () => row) }, 'invalid_request'],
    [{ comparison: [{ ...row, label: 'two\nlines' }] }, 'invalid_request'],
    [{ description: 'x'.repeat(20_001) }, 'invalid_request'],
  ]
  for (const [fault, code] of faults) {
    await expect(save({ storeId, name: 'Ranks', ...fault }), JSON.stringify(fault).slice(0, 80)).rejects.toMatchObject({
      code,
    })
  }
  expect(await list(storeId)).toEqual([])
})
