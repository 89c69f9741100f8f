import { expect, test } from 'vitest'
import { startStore } from '../../test/start-store.ts'
import { only } from '../../test/store-records.ts'
import { newId, type ProductId, type StoreId } from '../ids.ts'
import { listProducts } from './list-products.ts'
import { type ProductInput, saveProduct } from './save-product.ts'

const store = await startStore()
const { app } = store.database

const VIP = {
  name: 'VIP',
  price: '19.90',
  commands: { approve: ['addvip {userId}'], refund: ['delvip {userId}'], expire: ['delvip {userId}'] },
  durationSeconds: 60,
  serverIds: [],
  buyerPicks: false,
}
const save = (storeId: StoreId, product: Partial<ProductInput>) => saveProduct(app, { ...VIP, storeId, ...product })

test('a product is listed as it was saved, its price exact in the currency of the store', async () => {
  for (const [currency, price] of [
    ['BRL', '4.35'],
    ['JPY', '1990'],
    ['KWD', '1.005'],
    ['EUR', '0'],
  ] as const) {
    const storeId = await store.createStore({ currency })
    const { id } = await save(storeId, { price })
    expect(only(await listProducts(app, storeId))).toEqual({
      id,
      name: 'VIP',
      price: Number(price),
      currency,
      commands: VIP.commands,
      durationSeconds: 60,
      rebuy: 'extend',
      conditions: { needsOnline: true, delaySeconds: 0, freeSlots: 0, repeatable: false },
    })
  }
})

test('what cannot be sold cannot be saved, and nothing is left of the attempt', async () => {
  const storeId = await store.createStore()
  const foreign = await store.createServer(await store.createStore())
  const long = Array.from({ length: 51 }, () => 'x {userId}')
  const { approve } = VIP.commands
  const faults: [string, Partial<ProductInput>][] = [
    ['no name', { name: '' }],
    ['a name without end', { name: 'x'.repeat(201) }],
    ['a name the database cannot keep', { name: 'a\0b' }],
    ['half a character', { name: '\ud83d' }],
    ['a price with too many decimals', { price: '1.999' }],
    ['a negative price', { price: '-1' }],
    ['no price', { price: '' }],
    ['no number', { price: 'NaN' }],
    ['a price beyond all', { price: '9999999999999' }],
    ['nothing to deliver', { commands: { approve: [], refund: [], expire: [] } }],
    ['too many commands', { commands: { approve: long, refund: [], expire: [] } }],
    ['two commands in one', { commands: { approve: ['a\nb'], refund: [], expire: [] } }],
    ['a hidden line break', { commands: { approve, refund: ['a\u2028b'], expire: [] } }],
    ['an empty command', { commands: { approve, refund: [], expire: [''] } }],
    ["another store's server", { serverIds: [foreign.serverId] }],
    ['an unknown product', { id: newId<ProductId>() }],
  ]
  for (const [name, fault] of faults) {
    await expect(save(storeId, fault), name).rejects.toMatchObject({
      code: expect.stringMatching(/^(invalid_request|not_found)$/) as string,
    })
  }
  await expect(save(newId<StoreId>(), {})).rejects.toMatchObject({ code: 'not_found' })
  expect(await listProducts(app, storeId)).toEqual([])
})

test('only its own store can change a product', async () => {
  const [mine, theirs] = [await store.createStore(), await store.createStore()]
  const { id } = await save(mine, {})
  await expect(save(theirs, { id, name: 'stolen' })).rejects.toMatchObject({ code: 'not_found' })
  expect(only(await listProducts(app, mine)).name).toBe('VIP')
})

test('an edit replaces the servers of a product', async () => {
  const storeId = await store.createStore()
  const [a, b] = [await store.createServer(storeId), await store.createServer(storeId)]
  const { id } = await save(storeId, { serverIds: [a.serverId, a.serverId] })
  await save(storeId, { id, serverIds: [b.serverId] })
  await store.sell(storeId, '42', [id])
  expect(await store.poll(a.key)).toEqual([])
  expect(await store.poll(b.key)).toHaveLength(1)
})

test('an owner is warned of commands that clients read differently and of stages that will never run', async () => {
  const storeId = await store.createStore()
  expect((await save(storeId, {})).warnings).toEqual([])
  const { warnings } = await save(storeId, { commands: { approve: ['give gold'], refund: [], expire: [] } })
  expect(warnings).toEqual([
    expect.stringContaining('give gold') as string,
    expect.stringContaining('no refund command') as string,
    expect.stringContaining('no expire command') as string,
  ])
  expect((await save(storeId, { durationSeconds: null })).warnings).toEqual([
    expect.stringContaining('will never run') as string,
  ])
})
