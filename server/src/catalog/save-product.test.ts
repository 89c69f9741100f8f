import { expect, test } from 'vitest'
import { startStore } from '../../test/start-store.ts'
import { only } from '../../test/store-records.ts'
import { inStore } from '../db/database.ts'
import { type CategoryId, newId, type ProductId, type StoreId, type VariantId } from '../ids.ts'
import { listProducts } from './list-products.ts'
import { saveCategory } from './categories/save-category.ts'
import { type ProductInput, saveProduct } from './save-product.ts'

const store = await startStore()
const { app } = store.database

const VIP = {
  name: 'VIP',
  price: '19.90',
  commands: { approve: ['addvip {userId}'], refund: ['delvip {userId}'], expire: ['delvip {userId}'] },
  durationSeconds: 60,
  serverIds: [],
  buyerChoosesServer: false,
}
const THIRTY = { name: '30 days', price: '19.90', durationSeconds: 2_592_000 }
const save = (storeId: StoreId, product: Partial<ProductInput>) => saveProduct(app, { ...VIP, storeId, ...product })

test('a product is listed as it was saved, with the exact price in the currency of the store', async () => {
  for (const [currency, price] of [
    ['BRL', '4.35'],
    ['JPY', '1990'],
    ['KWD', '1.005'],
    ['EUR', '0'],
  ] as const) {
    const storeId = await store.createStore({ currency })
    const { id } = await save(storeId, { price })
    expect(only(await listProducts(app, { storeId }))).toEqual({
      id,
      name: 'VIP',
      slug: 'vip',
      summary: '',
      description: '',
      position: 0,
      visibility: 'public',
      fields: [],
      translations: {},
      pictures: [],
      price: Number(price),
      priceMinor: expect.any(Number) as number,
      currency,
      commands: VIP.commands,
      durationSeconds: 60,
      variants: [],
      rebuy: 'extend',
      isGiftCard: false,
      billingPeriod: null,
      graceDays: null,
      renewalCommands: false,
      conditions: { requiresOnline: true, delaySeconds: 0, freeSlots: 0, repeatable: false },
      categoryId: null,
      serverIds: [],
      buyerChoosesServer: false,
      stock: null,
      maxPerPlayer: null,
      warnings: [],
      archivedAt: null,
      version: 1,
      createdAt: expect.any(Date) as Date,
      updatedAt: expect.any(Date) as Date,
    })
  }
})

test('an invalid product is refused and nothing is stored', async () => {
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
    ['a summary of two lines', { summary: 'a\nb' }],
    ['a summary without end', { summary: 'x'.repeat(201) }],
    ['a description without end', { description: 'x'.repeat(20_001) }],
    ['a description that the database cannot keep', { description: 'a\0b' }],
    ['a position below zero', { position: -1 }],
    ['a translation of nothing', { translations: { es: { name: '' } } }],
    ['an unknown language', { translations: { xx: { name: 'VIP' } } as object }],
    ['two variants of one name', { variants: [THIRTY, THIRTY] }],
    ['too many variants', { variants: Array.from({ length: 21 }, (_, i) => ({ ...THIRTY, name: `${i} days` })) }],
    ['a variant of two lines', { variants: [{ ...THIRTY, name: 'a\nb' }] }],
    ['a variant with a negative price', { variants: [{ ...THIRTY, price: '-1' }] }],
    ['an unknown variant', { variants: [{ ...THIRTY, id: newId<VariantId>() }] }],
    ['an unknown billing period', { billingPeriod: 'P2M' as 'P1M' }],
    ['an unknown product', { id: newId<ProductId>() }],
  ]
  for (const [name, fault] of faults) {
    await expect(save(storeId, fault), name).rejects.toMatchObject({
      code: expect.stringMatching(/^(invalid_request|not_found)$/) as string,
    })
  }
  await expect(save(newId<StoreId>(), {})).rejects.toMatchObject({ code: 'not_found' })
  expect(await listProducts(app, { storeId })).toEqual([])
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

test('a product has warnings for commands that clients read differently and for commands that never run', async () => {
  const storeId = await store.createStore()
  const codesOf = async (product: Partial<ProductInput>) =>
    (await save(storeId, product)).warnings.map((warning) => warning.code)
  expect(await codesOf({})).toEqual([])
  const { warnings } = await save(storeId, { commands: { approve: ['give gold'], refund: [], expire: [] } })
  expect(warnings).toMatchObject([
    { code: 'not_positional', message: expect.stringContaining('"give gold" does not have the form') as string },
    { code: 'no_refund_command' },
    { code: 'no_expire_command' },
  ])
  expect(warnings[0]?.command).toBe('give gold')
  expect(await codesOf({ durationSeconds: null })).toEqual(['expire_never_runs'])
})

test('a product has warnings for what the clients of its servers cannot do', async () => {
  const storeId = await store.createStore()
  const first = await store.createServer(storeId, 'fivem')
  const second = await store.createServer(storeId, 'mta')
  const commands = { approve: ['daylight'], refund: ['night {userId}'], expire: [] }
  const reach = async (product: Partial<ProductInput>) =>
    (await save(storeId, { commands, durationSeconds: null, ...product })).warnings.map(({ code }) => code)
  expect(await reach({})).toEqual(['no_argument'])
  expect(await reach({ serverIds: [second.serverId] })).toEqual(['not_positional', 'gives_only'])
  expect(await reach({ serverIds: [first.serverId, second.serverId] })).toEqual(['no_argument', 'gives_only'])
  expect(await reach({ buyerChoosesServer: true })).toEqual(['no_argument', 'gives_only'])
  expect(await reach({ buyerChoosesServer: true, serverIds: [first.serverId] })).toEqual(['no_argument'])
})

test('blanks around a command are removed, and a command of blanks is refused', async () => {
  const storeId = await store.createStore()
  const approve = [' addvip {userId} ']
  const { commands } = await save(storeId, { commands: { ...VIP.commands, approve } })
  expect(commands).toEqual(VIP.commands)
  const blank = save(storeId, { commands: { ...VIP.commands, refund: [' '] } })
  await expect(blank).rejects.toThrow('The refund command must have 1 to')
})

test('the second of two edits of the same version is refused', async () => {
  const storeId = await store.createStore()
  const { id, version } = await save(storeId, {})
  const edit = (name: string) => save(storeId, { id, name, expectVersion: version })
  const done = await Promise.allSettled(['Gold', 'Silver', 'Bronze'].map(edit))
  const [winner] = done.filter((result) => result.status === 'fulfilled')
  expect(winner?.value.version).toBe(version + 1)
  const refused = done.filter((result) => result.status === 'rejected').map(({ reason }) => reason as unknown)
  expect(refused).toMatchObject([{ code: 'precondition_failed' }, { code: 'precondition_failed' }])
  expect(only(await listProducts(app, { storeId })).name).toBe(winner?.value.name)
})

test('a sale that takes from the stock does not change the version', async () => {
  const storeId = await store.createStore()
  const { id, version } = await save(storeId, { stock: 2 })
  await store.sell(storeId, '42', [id])
  expect(await save(storeId, { id, expectVersion: version })).toMatchObject({ stock: 1, version: version + 1 })
})

test('products are listed once each in pages, and can be limited to a category', async () => {
  const storeId = await store.createStore()
  const vips = await inStore(app, storeId, (tx) => saveCategory(tx, { storeId, name: 'VIP' }))
  const ids: ProductId[] = []
  for (const categoryId of [null, vips.id, null, vips.id, vips.id]) ids.push((await save(storeId, { categoryId })).id)
  const pages: ProductId[][] = []
  for (let after: ProductId | undefined; ; after = pages.at(-1)?.at(-1)) {
    const page = await listProducts(app, { storeId, limit: 2, ...(after && { after }) })
    if (page.length === 0) break
    pages.push(page.map((product) => product.id))
  }
  expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
  const of = async (categoryId: CategoryId | null) =>
    (await listProducts(app, { storeId, categoryId })).map((product) => product.id)
  expect(await of(vips.id)).toEqual([ids[1], ids[3], ids[4]])
  expect(await of(null)).toEqual([ids[0], ids[2]])
})
