import sharp from 'sharp'
import { expect, test } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import { formatId, type StoreId } from '../../src/ids.ts'
import { chooseLabel } from '../../src/stores/hosts/choose-label.ts'
import { setLimit } from '../../src/stores/limits.ts'
import { startManagement, storePath } from '../manage/start-management.ts'

const platform = await startManagement({ pages: true, env: { STOREFRONT_DOMAIN: 'stores.example' } })

const draw = (background: string, width = 400) =>
  sharp({ create: { width, height: 300, channels: 3, background } })
    .png()
    .toBuffer()

type Stored = { hash: string; widths: number[]; code?: string; detail?: string }

async function openStore(label: string) {
  const { storeId, request } = await platform.createStoreAs('owner')
  const { token } = await platform.addMember(storeId, 'manager')
  await inStore(platform.database.app, storeId, (tx) => chooseLabel(tx, { storeId, label }))
  await platform.hosts.readChanges()
  const upload = async (file: Buffer, headers: Record<string, string> = {}) => {
    const response = await fetch(`${platform.baseUrl}/api/manage/1.0${storePath(storeId, '/pictures')}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png', ...headers },
      body: new Uint8Array(file),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Stored }
  }
  const get = (url: string) => platform.app.inject({ method: 'GET', url, headers: { host: `${label}.stores.example` } })
  return { storeId, request, upload, get }
}

const count = async (storeId: StoreId) =>
  (await platform.query('select from picture_files where store_id = $1', [storeId])).length

test('an uploaded picture is shown by the pages of its store, and by no other store', async () => {
  const [vale, other] = [await openStore('vale'), await openStore('other')]
  const { status, body } = await vale.upload(await draw('red'))
  expect([status, body.widths]).toEqual([201, [160, 320, 400]])
  const productId = formatId('prd', await platform.createProduct(vale.storeId, { slug: 'knight' }))
  const pictures = [{ hash: body.hash, alt: 'A "red" shield' }]
  const changed = await vale.request('PATCH', `/products/${productId}`, { pictures }, { 'if-match': '*' })
  expect(changed.body).toMatchObject({ pictures })
  const front = { logo: body.hash, banner: body.hash }
  expect((await vale.request('PATCH', '/storefront', front, { 'if-match': '*' })).body).toMatchObject(front)
  const category = await vale.request('POST', '/categories', { name: 'Ranks', picture: body.hash })
  expect(category.body).toMatchObject({ picture: body.hash })
  await vale.request('PATCH', `/products/${productId}`, { categoryId: category.body.id }, { 'if-match': '*' })

  const file = `/pictures/${body.hash}-320`
  const page = (await vale.get('/p/knight')).body
  expect(page).toContain(`<source type="image/avif" srcset="/pictures/${body.hash}-160.avif 160w, ${file}.avif 320w`)
  expect(page).toContain('width="400" height="300" alt="A &quot;red&quot; shield" fetchpriority="high"')
  expect(page).toContain(
    `<meta property="og:image" content="http://vale.stores.example/pictures/${body.hash}-400.webp">`,
  )
  expect(page).toContain(`"image":["http://vale.stores.example/pictures/${body.hash}-400.webp"]`)
  expect(page).toContain(`<link rel="icon" type="image/webp" href="/pictures/${body.hash}-160.webp">`)
  expect((await vale.get('/c/ranks')).body).toContain(`class="page-pic"`)

  for (const format of ['webp', 'avif']) {
    const served = await vale.get(`${file}.${format}`)
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, `image/${format}`])
    expect(served.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect((await sharp(served.rawPayload).metadata()).width).toBe(320)
    expect((await other.get(`${file}.${format}`)).statusCode).toBe(404)
  }
  for (const wrong of ['-321.webp', '-320.png', '-320.webp.svg', '-99999.webp', '.webp'])
    expect((await vale.get(`/pictures/${body.hash}${wrong}`)).statusCode, wrong).toBe(404)
  const { body: shown } = await vale.request('GET', `/pictures/${body.hash}`)
  const [, preview = ''] = /^data:image\/webp;base64,(.+)$/.exec(String(shown['preview'])) ?? []
  expect((await sharp(Buffer.from(preview, 'base64')).metadata()).width).toBe(160)
  expect((await other.request('GET', `/pictures/${body.hash}`)).status).toBe(404)
  const stolen = await other.request('PATCH', '/storefront', { logo: body.hash }, { 'if-match': '*' })
  expect(stolen).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('a picture is deleted when nothing shows it any more', async () => {
  const { storeId, request, upload, get } = await openStore('deleting')
  const { hash } = (await upload(await draw('green'))).body
  const productId = formatId('prd', await platform.createProduct(storeId, { pictures: [{ hash, alt: '' }] }))
  await request('PATCH', '/storefront', { banner: hash }, { 'if-match': '*' })
  const remove = () => request('DELETE', `/pictures/${hash}`)
  const usedBy = async () => (await request('GET', '/pictures')).body.items.map((item) => item['usedBy'])
  expect(await usedBy()).toEqual([['product', 'storefront']])
  expect(await remove()).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('in use by') as string },
  })
  await request('PATCH', '/storefront', { banner: null }, { 'if-match': '*' })
  expect(await remove()).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('a product') as string },
  })
  await request('PATCH', `/products/${productId}`, { pictures: [] }, { 'if-match': '*' })
  const category = await request('POST', '/categories', { name: 'Ranks', picture: hash })
  expect(await usedBy()).toEqual([['category']])
  await request('DELETE', `/categories/${category.body.id}`)
  expect(await usedBy()).toEqual([[]])
  expect((await remove()).status).toBe(204)
  expect(await count(storeId)).toBe(0)
  expect((await remove()).status).toBe(404)
  expect((await get(`/pictures/${hash}-160.webp`)).statusCode).toBe(404)
})

test('the same file is stored once, and a full store takes no more', async () => {
  const { storeId, request, upload } = await openStore('limited')
  const file = await draw('blue')
  const uploads = await Promise.all([upload(file), upload(file), upload(file)])
  expect(uploads.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await count(storeId)).toBe(6)
  await platform.query("update stores set plan = 'TINY' where id = $1", [storeId])
  await setLimit(platform.database.accounts, { plan: 'TINY', name: 'pictures', maximum: 1 })
  expect((await upload(await draw('white'))).body.code).toBe('quota_exceeded')
  expect((await upload(file)).status).toBe(201)
  const listed = await request('GET', '/pictures?limit=1')
  expect(listed.body).toMatchObject({ items: [{ hash: uploads[0]?.body.hash }], nextCursor: null })
})

test('pictures are listed newest first, page by page', async () => {
  const { request, upload } = await openStore('listing')
  const hashes: string[] = []
  for (const color of ['red', 'green', 'blue']) hashes.unshift((await upload(await draw(color, 200))).body.hash)
  const first = await request('GET', '/pictures?limit=2')
  const second = await request('GET', `/pictures?limit=2&cursor=${first.body.nextCursor}`)
  expect([...first.body.items, ...second.body.items].map(({ hash }) => hash)).toEqual(hashes)
})

test('a file that is no picture, too large or not sent as a file is refused with a reason', async () => {
  const { storeId, request, upload } = await openStore('refusing')
  const svg = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), {
    'content-type': 'image/svg+xml',
  })
  expect([svg.status, svg.body.detail]).toEqual([400, expect.stringContaining('Export the drawing as PNG')])
  expect((await upload(Buffer.alloc(6_000_000))).status).toBe(413)
  expect((await upload(Buffer.from('{}'), { 'content-type': 'application/json' })).status).toBe(415)
  expect((await upload(Buffer.alloc(0))).status).toBe(400)
  expect((await request('POST', '/pictures')).status).toBe(400)
  expect(await count(storeId)).toBe(0)
})
