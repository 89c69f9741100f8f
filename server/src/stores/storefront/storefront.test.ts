import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { editProduct } from '../../catalog/edit-product.ts'
import { saveCategory } from '../../catalog/categories/save-category.ts'
import { deleteCategory } from '../../catalog/categories/delete-category.ts'
import { inStore, type Tx } from '../../db/database.ts'
import { setDefaultServer } from '../../game-servers/set-default-server.ts'
import { updateGameServer } from '../../game-servers/update-game-server.ts'
import { newId, type StoreId } from '../../ids.ts'
import { chooseLabel } from '../hosts/choose-label.ts'
import { updateStore } from '../update-store.ts'
import { showStorefront } from './show-storefront.ts'
import { deletePage, listPages, savePage } from './storefront-pages.ts'
import { createStoreHosts } from '../hosts/store-hosts.ts'
import { type StorefrontChanges, updateStorefront } from './update-storefront.ts'

const store = await startStore()
const { app, gateway } = store.database

const show = (storeId: StoreId) => inStore(app, storeId, (tx) => showStorefront(tx, storeId))
const update = (changes: StorefrontChanges) => inStore(app, changes.storeId, (tx) => updateStorefront(tx, changes))

test('a new store has a storefront, and an edit changes the given fields and texts only', async () => {
  const storeId = await store.createStore()
  expect(await show(storeId)).toMatchObject({ locales: ['en'], timeZone: 'UTC', isOpen: true, version: 1 })
  const changes = {
    locales: ['pt-BR', 'en'] as const,
    timeZone: 'America/Sao_Paulo',
    translations: { en: { title: 'Vale in English' } },
    themeSettings: { accent: '#336699', nested: { list: [1, 2] } },
    isOpen: false,
    showRecentPurchases: true,
    showTopSupporter: true,
    showServerStatus: false,
    showSupporterAmount: true,
    joinAddress: 'play.vale.example:25565',
    goal: { title: 'Map', amountMinor: 200_000, startsOn: '2026-11-01', endsOn: '2026-12-31', translations: {} },
    returnOrigins: ['https://vale.example', 'http://localhost:3000'],
  }
  await update({
    storeId,
    ...changes,
    locales: [...changes.locales],
    texts: { title: 'Vale', support: 'a@vale.example' },
  })
  const after = await update({ storeId, texts: { tagline: 'Ranks' }, expectVersion: 2 })
  expect(after).toMatchObject({ ...changes, version: 3 })
  expect(after.texts).toMatchObject({ title: 'Vale', tagline: 'Ranks', support: 'a@vale.example', terms: '' })
  await expect(update({ storeId, isOpen: true, expectVersion: 2 })).rejects.toMatchObject({
    code: 'precondition_failed',
  })
  await expect(update({ storeId: newId<StoreId>(), isOpen: true })).rejects.toMatchObject({ code: 'not_found' })
})

test('invalid languages, time zones, texts and settings are refused', async () => {
  const storeId = await store.createStore()
  const faults = [
    { locales: [] },
    { locales: ['fr'] },
    { locales: ['en', 'en'] },
    { timeZone: 'Mars/Olympus' },
    { timeZone: '' },
    { texts: { title: 'two\nlines' } },
    { texts: { title: 'x'.repeat(101) } },
    { texts: { support: 'javascript:alert(1)' } },
    { texts: { support: 'not a contact' } },
    { texts: { terms: 'x'.repeat(20_001) } },
    { translations: { es: { support: '//evil.example' } } },
    { themeSettings: { text: 'x'.repeat(16_400) } },
    { returnOrigins: ['https://vale.example/page'] },
    { returnOrigins: ['http://vale.example'] },
    { returnOrigins: ['https://a@vale.example'] },
    { returnOrigins: ['javascript:alert(1)'] },
    { themeSettings: { text: 'a\0b' } },
    { joinAddress: 'two\nlines' },
    { goal: { title: '', amountMinor: 1 } },
    { goal: { title: 'Map', amountMinor: 0 } },
    { goal: { title: 'Map', amountMinor: 1, startsOn: '2026-11-01' } },
    { goal: { title: 'Map', amountMinor: 1, startsOn: '2026-11-02', endsOn: '2026-11-01' } },
    { goal: { title: 'Map', amountMinor: 1, startsOn: '2026-02-30', endsOn: '2026-03-01' } },
    { goal: { title: 'Map', amountMinor: 1, startsOn: '2026-01-01', endsOn: '2026-12-31' } },
    { themeSettings: { text: '\ud83d' } },
  ] as Partial<StorefrontChanges>[]
  for (const fault of faults) {
    await expect(update({ storeId, ...fault }), JSON.stringify(fault).slice(0, 80)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  }
  expect(await show(storeId)).toMatchObject({ version: 1 })
})

test('pages of the owner are created, replaced, listed by position and deleted', async () => {
  const storeId = await store.createStore()
  const save = (page: Omit<Parameters<typeof savePage>[1], 'storeId'>) =>
    inStore(app, storeId, (tx) => savePage(tx, { storeId, ...page }))
  await save({ slug: 'rules', title: 'Rules', body: 'Be nice', position: 2 })
  await save({ slug: 'staff', title: 'Staff', body: '- Ana', translations: { 'pt-BR': { title: 'Equipe' } } })
  await save({ slug: 'rules', title: 'House rules', body: 'Be kind', position: 2 })
  const pages = await inStore(app, storeId, (tx) => listPages(tx, storeId))
  expect(pages).toMatchObject([
    { slug: 'staff', translations: { 'pt-BR': { title: 'Equipe' } } },
    { slug: 'rules', title: 'House rules', body: 'Be kind' },
  ])
  for (const fault of [{ slug: '../x' }, { title: '' }, { body: 'x'.repeat(20_001) }, { position: -1 }]) {
    const page = { slug: 'x', title: 'X', body: '', ...fault }
    await expect(save(page)).rejects.toMatchObject({ code: 'invalid_request' })
  }
  await inStore(app, storeId, (tx) => deletePage(tx, { storeId, slug: 'rules' }))
  await expect(inStore(app, storeId, (tx) => deletePage(tx, { storeId, slug: 'rules' }))).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('every change of what a page shows is a new revision, and a sale is one only when little is left', async () => {
  const [storeId, other] = [await store.createStore(), await store.createStore()]
  const { serverId } = await store.createServer(storeId)
  const revisions = createStoreHosts(gateway, { domain: undefined })
  await revisions.readChanges()
  const before = revisions.revisionOf(other)
  const step = async (work: (tx: Tx) => Promise<unknown>, { changes = true } = {}) => {
    const last = revisions.revisionOf(storeId) ?? 0
    await inStore(app, storeId, work)
    await revisions.readChanges()
    expect((revisions.revisionOf(storeId) ?? 0) > last).toBe(changes)
  }
  const productId = await store.createProduct(storeId, { stock: 23 })
  const edit = (changes: Parameters<typeof editProduct>[1]['changes']) =>
    step((tx) => editProduct(tx, { storeId, productId, changes }))
  await edit({ name: 'Gold' })
  await edit({ variants: [{ name: '30 days', price: '1', durationSeconds: 30 }] })
  await edit({ variants: [] })
  const sell = (quantity: number) => store.sell(storeId, '42', [[productId, quantity]])
  await step(() => sell(1), { changes: false })
  await step(() => sell(2))
  await step((tx) => saveCategory(tx, { storeId, name: 'Ranks' }))
  const [category] = await store.query<{ id: never }>('select id from categories where store_id = $1', [storeId])
  await step((tx) => deleteCategory(tx, { storeId, categoryId: category?.id as never }))
  await step((tx) => updateStore(tx, { storeId, name: 'Hill' }))
  await step((tx) => updateStore(tx, { storeId, requiresSecondFactor: false }), { changes: false })
  await step((tx) => updateGameServer(tx, { storeId, serverId, name: 'Survival' }))
  await step((tx) => updateGameServer(tx, { storeId, serverId, game: 'Minecraft' }), { changes: false })
  const { serverId: second } = await store.createServer(storeId)
  await step((tx) => setDefaultServer(tx, { storeId, serverId: second }))
  await step((tx) => chooseLabel(tx, { storeId, label: 'revisions' }))
  await step((tx) => savePage(tx, { storeId, slug: 'rules', title: 'Rules', body: '' }))
  await step((tx) => deletePage(tx, { storeId, slug: 'rules' }))
  await step((tx) => updateStorefront(tx, { storeId, isOpen: false }))
  expect(revisions.revisionOf(other)).toBe(before)
})

test('twenty concurrent sales of the last pieces do not block each other', async () => {
  const storeId = await store.createStore()
  await store.createServer(storeId)
  const products = [
    await store.createProduct(storeId, { stock: 10 }),
    await store.createProduct(storeId, { stock: 10 }),
  ]
  const sales = Array.from({ length: 10 }, (_, i) =>
    store.sell(storeId, String(i), i % 2 === 0 ? products : products.toReversed()),
  )
  await Promise.all(sales)
  expect(await store.query('select stock from products where store_id = $1', [storeId])).toEqual([
    { stock: '0' },
    { stock: '0' },
  ])
})
