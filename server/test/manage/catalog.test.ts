import { expect, test } from 'vitest'
import { formatId, newId, type ProductId, type StoreId } from '../../src/ids.ts'
import { openDesk, storePath } from './open-desk.ts'

const desk = await openDesk()

const GOLD = {
  name: 'VIP Gold',
  priceMinor: 1990,
  commands: { approve: ['addvip {userId} gold'], refund: ['removevip {userId} gold'] },
}

async function manager(storeId?: StoreId) {
  const id = storeId ?? (await desk.createStore())
  const { token: as } = await desk.member(id, 'manager')
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await desk.ask(method, storePath(id, path), { as, ...(body !== undefined && { body }), headers })
    return {
      ...answer,
      body: answer.body as Record<string, unknown> & {
        id: string
        items: Record<string, unknown>[]
        next: string | null
      },
    }
  }
  return { storeId: id, ask }
}

test('a product is made, read, changed in part, archived and sold again', async () => {
  const { storeId, ask } = await manager()
  const { serverId } = await desk.createServer(storeId)
  const category = await ask('POST', '/categories', { name: 'VIP' })
  const made = await ask('POST', '/products', { ...GOLD, categoryId: category.body.id, stock: 3 })
  expect(made).toMatchObject({ status: 201, body: { ...GOLD, stock: 3, durationSeconds: null, rebuy: 'independent' } })
  expect(made.headers.get('etag')).toBe('"1"')
  const one = `/products/${made.body.id}`
  expect((await ask('GET', one)).body).toEqual(made.body)

  const edit = { priceMinor: 990, serverIds: [formatId('srv', serverId)], conditions: { repeatable: true } }
  const edited = await ask('PATCH', one, edit, { 'if-match': '"1"' })
  expect(edited.body).toEqual({
    ...made.body,
    ...edit,
    conditions: { requiresOnline: true, delaySeconds: 0, freeSlots: 0, repeatable: true },
    version: 2,
    updatedAt: edited.body['updatedAt'],
  })
  expect((await ask('PATCH', one, { name: 'late' }, { 'if-match': '"1"' })).status).toBe(412)

  expect((await ask('POST', `${one}/archive`, undefined, { 'if-match': '"2"' })).body).toMatchObject({ version: 3 })
  expect((await ask('GET', '/products')).body.items).toEqual([])
  expect((await ask('GET', '/products?archived=true')).body.items).toHaveLength(1)
  const restored = await ask('POST', `${one}/restore`, undefined, { 'if-match': '*' })
  expect(restored.body).toMatchObject({ archivedAt: null, version: 4 })
  expect((await ask('GET', `/products?categoryId=${category.body.id}`)).body.items).toEqual([restored.body])
  expect((await ask('GET', '/products?categoryId=none')).body.items).toEqual([])
  expect((await ask('DELETE', `/categories/${category.body.id}`)).body).toEqual({ products: 1 })
  expect((await ask('GET', one)).body).toMatchObject({ categoryId: null, version: 5 })
})

test('an owner sees what to look at twice, with the command it is about', async () => {
  const { ask } = await manager()
  const commands = { approve: ['addvip {userId} gold'], refund: ['removevip {userId} silver'] }
  const { body } = await ask('POST', '/products', { ...GOLD, commands })
  expect(body['warnings']).toEqual([
    {
      code: 'grant_without_inverse',
      message: expect.stringContaining('addvip') as string,
      command: 'addvip {userId} gold',
    },
  ])
})

test('lists of products and categories come in pages, each once', async () => {
  const { ask } = await manager()
  for (const position of [2, 0, 1, 0]) await ask('POST', '/categories', { name: `at ${position}`, position })
  for (let i = 0; i < 4; i++) await ask('POST', '/products', { ...GOLD, name: `no ${i}` })
  const names = async (path: string) => {
    const found: unknown[] = []
    for (let cursor = ''; ;) {
      const { body } = await ask('GET', `${path}?limit=3${cursor}`)
      found.push(...body.items.map(({ name }) => name))
      if (body.next === null) return found
      cursor = `&cursor=${body.next}`
    }
  }
  expect(await names('/categories')).toEqual(['at 0', 'at 0', 'at 1', 'at 2'])
  expect(await names('/products')).toEqual(['no 0', 'no 1', 'no 2', 'no 3'])
  for (const path of ['/categories', '/products']) {
    for (const cursor of ['x', Buffer.from('0 cat_x').toString('base64url')]) {
      const refused = await ask('GET', `${path}?cursor=${cursor}`)
      expect(refused).toMatchObject({ status: 400, body: { field: 'querystring/cursor' } })
    }
  }
})

test("another store's thing is answered like one that is not there, in the address and in the body", async () => {
  const mine = await manager()
  const theirs = await manager()
  const product = await theirs.ask('POST', '/products', GOLD)
  const category = await theirs.ask('POST', '/categories', { name: 'VIP' })
  const { serverId } = await desk.createServer(theirs.storeId)
  const unknown = formatId('prd', newId<ProductId>()).slice(3)
  const plain = (answer: { status: number; text: string }) => ({
    status: answer.status,
    text: answer.text.replace(/"requestId":"[^"]*"/, ''),
  })
  const match = { 'if-match': '*' }
  const asks = [
    (prd: string) => mine.ask('GET', `/products/${prd}`),
    (prd: string) => mine.ask('PATCH', `/products/${prd}`, { name: 'x' }, match),
    (prd: string) => mine.ask('POST', `/products/${prd}/archive`, undefined, match),
    (_prd: string, cat: string) => mine.ask('GET', `/categories/${cat}`),
    (_prd: string, cat: string) => mine.ask('PATCH', `/categories/${cat}`, { position: 1 }, match),
    (_prd: string, cat: string) => mine.ask('DELETE', `/categories/${cat}`),
    (_prd: string, cat: string) => mine.ask('POST', '/products', { ...GOLD, categoryId: cat }),
    (_prd: string, _cat: string, srv: string) => mine.ask('POST', '/products', { ...GOLD, serverIds: [srv] }),
  ]
  for (const ask of asks) {
    const foreign = plain(await ask(product.body.id, category.body.id, formatId('srv', serverId)))
    expect(foreign).toEqual(plain(await ask(`prd${unknown}`, `cat${unknown}`, `srv${unknown}`)))
    expect(foreign.status).toBe(404)
  }
})

test('who may only look changes nothing', async () => {
  const { storeId, ask } = await manager()
  const { body } = await ask('POST', '/products', GOLD)
  const { token: as } = await desk.member(storeId, 'viewer')
  expect((await desk.ask('GET', storePath(storeId, `/products/${body.id}`), { as })).status).toBe(200)
  const tries = [
    ['POST', '/products', GOLD],
    ['PATCH', `/products/${body.id}`, { name: 'x' }],
    ['POST', '/categories', { name: 'x' }],
  ] as const
  for (const [method, path, tried] of tries) {
    const refused = await desk.ask(method, storePath(storeId, path), { as, body: tried, headers: { 'if-match': '*' } })
    expect(refused.status).toBe(403)
  }
})
