import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { entitlementsOf, expectNoViolations, expire, passTime } from '../../../test/store-records.ts'
import { editProduct, type ProductChanges } from '../../catalog/edit-product.ts'
import { showProduct } from '../../catalog/show-product.ts'
import { inStore } from '../../db/database.ts'
import { type ProductId, type StoreId } from '../../ids.ts'
import { showCheckout } from '../read/show-checkout.ts'

const store = await startStore()
const { app } = store.database

const KNIGHT = {
  name: 'Knight',
  price: '1.00',
  durationSeconds: null,
  variants: [
    { name: '30 days', price: '19.90', durationSeconds: 30 },
    { name: '90 days', price: '49.90', durationSeconds: 90 },
    { name: 'For ever', price: '149.90', durationSeconds: null },
  ],
}

async function newKnight() {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const productId = await store.createProduct(storeId, KNIGHT)
  const show = () => inStore(app, storeId, (tx) => showProduct(tx, { storeId, productId }))
  const [thirty, ninety, forEver] = (await show()).variants
  if (!thirty || !ninety || !forEver) throw new Error('unreachable')
  const buy = (variant: { id: typeof thirty.id } | null, { player = '42', quantity = 1, reference = '' } = {}) =>
    store.sell(storeId, player, [{ productId, variantId: variant?.id ?? null, quantity }], {
      ...(reference !== '' && { reference }),
    })
  return { storeId, key, productId, show, thirty, ninety, forEver, buy }
}

const edit = (storeId: StoreId, productId: ProductId, changes: ProductChanges) =>
  inStore(app, storeId, (tx) => editProduct(tx, { storeId, productId, changes }))
const linesOf = async (storeId: StoreId, { checkoutId }: Awaited<ReturnType<typeof store.sell>>) =>
  (await inStore(app, storeId, (tx) => showCheckout(tx, { storeId, checkoutId }))).lines

test('a sale of a product with variants names one of them', async () => {
  const { storeId, buy, thirty } = await newKnight()
  await expect(buy(null)).rejects.toMatchObject({
    code: 'invalid_request',
    message: '"Knight" has variants. Choose one of them: "30 days", "90 days", "For ever"',
  })
  const plain = await store.createProduct(storeId)
  const other = await newKnight()
  for (const item of [
    { productId: plain, variantId: thirty.id, quantity: 1 },
    { productId: plain, variantId: other.thirty.id, quantity: 1 },
  ]) {
    await expect(store.sell(storeId, '42', [item])).rejects.toMatchObject({ code: 'not_found' })
  }
  await expect(buy(other.thirty)).rejects.toMatchObject({ code: 'not_found' })
})

test('a line freezes the id, name, price and duration of the variant, and the game reads its name', async () => {
  const { storeId, key, productId, thirty, ninety, buy } = await newKnight()
  const sold = await buy(ninety, { quantity: 2 })
  await edit(storeId, productId, { variants: [{ id: ninety.id, name: 'Season', price: '9.90', durationSeconds: 9 }] })
  expect(await linesOf(storeId, sold)).toMatchObject([
    { name: 'Knight', variant_id: ninety.id, variant_name: '90 days', price_minor: 4_990, duration_seconds: 90 },
  ])
  const [delivery] = await store.poll(key)
  expect(delivery?.products?.map(({ name, price }) => ({ name, price }))).toEqual([
    { name: 'Knight (90 days)', price: 49.9 },
    { name: 'Knight (90 days)', price: 49.9 },
  ])
  const events = await store.query<{ body: string }>(
    "select body from events where type = 'checkout.paid' and store_id = $1",
    [storeId],
  )
  expect(events.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { data: { total: 99.8, lines: [{ name: 'Knight', variantName: '90 days', price: 49.9 }] } },
  ])
  await expect(buy(thirty)).rejects.toMatchObject({ code: 'not_found' })
})

test('all variants give the same entitlement, so 90 days after 30 days extend it', async () => {
  const { storeId, productId, thirty, ninety, buy } = await newKnight()
  await buy(thirty)
  await passTime(store, storeId, 10)
  await buy(ninety)
  expect(await entitlementsOf(store, storeId, productId)).toEqual([{ player: '42', seconds: 110 }])
  await passTime(store, storeId, 111)
  await expire(store)
  expect(await entitlementsOf(store, storeId, productId)).toEqual([])
  await expectNoViolations(store)
})

test('the refund of one variant leaves the time of the other, and its refund commands do not run', async () => {
  const { storeId, key, productId, thirty, ninety, buy } = await newKnight()
  await buy(thirty)
  const second = await buy(ninety)
  for (const { id } of await store.poll(key)) await store.report(key, id)
  await store.refund(storeId, second.checkoutId)
  expect(await entitlementsOf(store, storeId, productId)).toEqual([{ player: '42', seconds: 30 }])
  expect(await store.poll(key)).toEqual([])
  await expectNoViolations(store)
})

test('a variant without an end makes the entitlement endless', async () => {
  const { storeId, productId, thirty, forEver, buy } = await newKnight()
  await buy(thirty)
  const { checkoutId } = await buy(forEver)
  expect(await entitlementsOf(store, storeId, productId)).toEqual([{ player: '42', seconds: 'for ever' }])
  await store.refund(storeId, checkoutId)
  expect(await entitlementsOf(store, storeId, productId)).toEqual([{ player: '42', seconds: 30 }])
})

test('the same reference with another variant belongs to another sale', async () => {
  const { buy, thirty, ninety } = await newKnight()
  const first = await buy(thirty, { reference: 'order-1' })
  expect(await buy(thirty, { reference: 'order-1' })).toEqual(first)
  await expect(buy(ninety, { reference: 'order-1' })).rejects.toMatchObject({ code: 'reference_reused' })
})

test('two variants in one checkout share the stock and the limit per player', async () => {
  const { storeId, productId, thirty, ninety } = await newKnight()
  const both = [thirty, ninety].map(({ id }) => ({ productId, variantId: id, quantity: 1 }))
  await edit(storeId, productId, { stock: 1 })
  await expect(store.sell(storeId, '42', both)).rejects.toMatchObject({ code: 'sold_out' })
  await edit(storeId, productId, { stock: 2, maxPerPlayer: 1 })
  await expect(store.sell(storeId, '42', both)).rejects.toMatchObject({ code: 'limit_reached' })
  await edit(storeId, productId, { maxPerPlayer: null })
  await store.sell(storeId, '42', both)
  expect(await entitlementsOf(store, storeId, productId)).toEqual([{ player: '42', seconds: 120 }])
})

test('an edit keeps the ids of variants, and leaves them alone if it does not name them', async () => {
  const { storeId, productId, show, thirty, ninety } = await newKnight()
  await edit(storeId, productId, {
    variants: [
      { name: '1 year', price: '99.90', durationSeconds: 365 },
      {
        id: thirty.id,
        name: '30 days',
        price: '21.90',
        durationSeconds: 30,
        translations: { es: { name: '30 días' } },
      },
    ],
  })
  const { variants } = await show()
  expect(variants).toMatchObject([
    { name: '1 year', priceMinor: 9_990 },
    { id: thirty.id, priceMinor: 2_190, translations: { es: { name: '30 días' } } },
  ])
  await edit(storeId, productId, { name: 'Sir Knight' })
  expect((await show()).variants).toEqual(variants)
  await expect(
    edit(storeId, productId, { variants: [{ name: '90 days', price: '1', durationSeconds: 90, id: ninety.id }] }),
  ).rejects.toMatchObject({ code: 'not_found' })
  await edit(storeId, productId, { variants: [] })
  expect((await show()).variants).toEqual([])
  await store.sell(storeId, '42', [productId])
})
