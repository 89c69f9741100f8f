import { expect, test } from 'vitest'
import { formatId, newId, type VariantId } from '../../src/ids.ts'
import { startManagement } from './start-management.ts'

const platform = await startManagement()

const GOLD = {
  name: 'VIP Gold',
  priceMinor: 1990,
  commands: { approve: ['addvip {userId} gold'], refund: ['removevip {userId} gold'] },
}

test('a product can be created, read, partly updated, archived and restored', async () => {
  const { storeId, request } = await platform.createStoreAs('manager')
  const { serverId } = await platform.createServer(storeId)
  const category = await request('POST', '/categories', { name: 'VIP' })
  const created = await request('POST', '/products', { ...GOLD, categoryId: category.body.id, stock: 3 })
  expect(created).toMatchObject({
    status: 201,
    body: { ...GOLD, stock: 3, durationSeconds: null, rebuy: 'independent' },
  })
  expect(created.headers.get('etag')).toBe('"1"')
  const product = `/products/${created.body.id}`
  expect((await request('GET', product)).body).toEqual(created.body)

  const changes = { priceMinor: 990, serverIds: [formatId('srv', serverId)], conditions: { repeatable: true } }
  const updated = await request('PATCH', product, changes, { 'if-match': '"1"' })
  expect(updated.body).toEqual({
    ...created.body,
    ...changes,
    conditions: { requiresOnline: true, delaySeconds: 0, freeSlots: 0, repeatable: true },
    version: 2,
    updatedAt: updated.body['updatedAt'],
  })
  expect((await request('PATCH', product, { name: 'late' }, { 'if-match': '"1"' })).status).toBe(412)
  const log = await request('GET', `/audit-log?subject=${created.body.id}&action=updateProduct`)
  expect(log.body.items).toMatchObject([{ details: { priceMinor: { from: 1990, to: 990 } } }])

  const archived = await request('POST', `${product}/archive`, undefined, { 'if-match': '"2"' })
  expect(archived.body).toMatchObject({ version: 3 })
  expect((await request('GET', '/products')).body.items).toEqual([])
  expect((await request('GET', '/products?archived=true')).body.items).toHaveLength(1)
  const restored = await request('POST', `${product}/restore`, undefined, { 'if-match': '*' })
  expect(restored.body).toMatchObject({ archivedAt: null, version: 4 })
  expect((await request('GET', `/products?categoryId=${category.body.id}`)).body.items).toEqual([restored.body])
  expect((await request('GET', '/products?categoryId=none')).body.items).toEqual([])
  expect((await request('DELETE', `/categories/${category.body.id}`)).body).toEqual({ uncategorizedProducts: 1 })
  expect((await request('GET', product)).body).toMatchObject({ categoryId: null, version: 5 })
})

test('products are found by a part of their name or slug, in any case', async () => {
  const { request } = await platform.createStoreAs('manager')
  const found = async (search: string) =>
    (await request('GET', `/products?search=${encodeURIComponent(search)}`)).body.items.map(({ name }) => name)
  await request('POST', '/products', GOLD)
  await request('POST', '/products', { ...GOLD, name: 'Kit 100%', slug: 'miner' })
  expect(await found('gOLD')).toEqual(['VIP Gold'])
  expect(await found('0%')).toEqual(['Kit 100%'])
  expect(await found('mine')).toEqual(['Kit 100%'])
  expect(await found('_')).toEqual([])
})

test('the page of a product and of a category can be set, partly changed and translated', async () => {
  const { request } = await platform.createStoreAs('manager')
  const page = {
    slug: 'gold',
    summary: 'More homes',
    description: '# What you get',
    position: 3,
    visibility: 'unlisted',
    translations: { 'pt-BR': { name: 'VIP Ouro', description: '# O que vem' }, es: { summary: 'Más casas' } },
  }
  const created = await request('POST', '/products', { ...GOLD, ...page })
  expect(created).toMatchObject({ status: 201, body: page })
  const product = `/products/${created.body.id}`
  const changed = await request('PATCH', product, { visibility: 'hidden' }, { 'if-match': '"1"' })
  expect(changed.body).toMatchObject({ ...page, visibility: 'hidden' })
  const second = await request('POST', '/products', GOLD)
  expect(second.body).toMatchObject({ slug: 'vip-gold', summary: '', visibility: 'public', translations: {} })
  const taken = await request('PATCH', `/products/${second.body.id}`, { slug: 'gold' }, { 'if-match': '*' })
  expect(taken).toMatchObject({ status: 409, body: { code: 'conflict' } })

  const comparison = [{ label: 'Homes', values: [{ productId: created.body.id, value: '6' }] }]
  const fields = { description: 'All ranks', comparison, translations: { es: { name: 'Rangos', comparison } } }
  const category = await request('POST', '/categories', { name: 'Ranks', ...fields })
  expect(category).toMatchObject({ status: 201, body: { ...fields, slug: 'ranks' } })
  const faults = [
    { slug: 'Gold' },
    { visibility: 'secret' },
    { summary: 'x'.repeat(201) },
    { translations: { fr: { name: 'Or' } } },
    { translations: { es: { price: 1 } } },
  ]
  for (const fault of faults) {
    expect((await request('PATCH', product, fault, { 'if-match': '*' })).status, JSON.stringify(fault)).toBe(400)
  }
})

test('variants of a product can be set through the API, and a sale names one', async () => {
  const { request } = await platform.createStoreAs('manager')
  const thirty = { name: '30 days', priceMinor: 1990, durationSeconds: 30 }
  const created = await request('POST', '/products', { ...GOLD, variants: [thirty] })
  expect(created.body).toMatchObject({ rebuy: 'extend', variants: [{ ...thirty, translations: {} }] })
  const [variant] = created.body['variants'] as { id: string }[]
  const sale = { gameUserId: '42', items: [{ productId: created.body.id, variantId: variant?.id }] }
  const sold = await request('POST', '/checkouts', sale)
  expect(sold.status).toBe(201)
  const checkout = await request('GET', `/checkouts/${sold.body.id}`)
  expect(checkout.body['lines']).toMatchObject([
    { name: 'VIP Gold', variantId: variant?.id, variantName: '30 days', priceMinor: 1990 },
  ])
  const without = await request('POST', '/checkouts', { ...sale, items: [{ productId: created.body.id }] })
  expect(without).toMatchObject({ status: 400 })

  const other = await platform.createStoreAs('manager')
  const mine = await other.request('POST', '/products', { ...GOLD, variants: [thirty] })
  const path = `/products/${mine.body.id}`
  for (const id of [variant?.id, formatId('var', newId<VariantId>())]) {
    const foreign = await other.request('PATCH', path, { variants: [{ ...thirty, id }] }, { 'if-match': '*' })
    expect(foreign.status).toBe(404)
    const items = [{ productId: mine.body.id, variantId: id }]
    expect((await other.request('POST', '/checkouts', { gameUserId: '42', items })).status).toBe(404)
  }
})

test('a product that grants something and never revokes it has a warning with the command', async () => {
  const { request } = await platform.createStoreAs('manager')
  const commands = { approve: ['addvip {userId} gold'], refund: ['removevip {userId} silver'] }
  const { body } = await request('POST', '/products', { ...GOLD, commands })
  expect(body['warnings']).toEqual([
    {
      code: 'grant_without_inverse',
      message: expect.stringContaining('addvip') as string,
      command: 'addvip {userId} gold',
    },
  ])
})

test('pages of products and categories contain each of them once, and reject cursors of other lists', async () => {
  const { request } = await platform.createStoreAs('manager')
  for (const position of [2, 0, 1, 0]) await request('POST', '/categories', { name: `at ${position}`, position })
  for (let i = 0; i < 4; i++) await request('POST', '/products', { ...GOLD, name: `no ${i}` })
  const listNames = async (path: string) => {
    const names: unknown[] = []
    for (let cursor = ''; ;) {
      const { body } = await request('GET', `${path}?limit=3${cursor}`)
      names.push(...body.items.map(({ name }) => name))
      if (body.nextCursor === null) return names
      cursor = `&cursor=${body.nextCursor}`
    }
  }
  expect(await listNames('/categories')).toEqual(['at 0', 'at 0', 'at 1', 'at 2'])
  expect(await listNames('/products')).toEqual(['no 0', 'no 1', 'no 2', 'no 3'])
  for (const path of ['/categories', '/products']) {
    for (const cursor of ['x', Buffer.from('0 cat_x').toString('base64url')]) {
      const rejected = await request('GET', `${path}?cursor=${cursor}`)
      expect(rejected).toMatchObject({ status: 400, body: { field: 'querystring/cursor' } })
    }
  }
})
