import { afterAll, expect, test, vi } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import type { StoreId } from '../../src/ids.ts'
import { createPreviewHosts } from '../../src/stores/hosts/preview-hosts.ts'
import { cleanDrafts, saveDraft, type StorefrontDraft } from '../../src/stores/storefront/storefront-draft.ts'
import { updateStorefront } from '../../src/stores/storefront/update-storefront.ts'
import { publishTheme, rollbackTheme } from '../../src/stores/themes/publish-theme.ts'
import { listThemeErrors } from '../../src/stores/themes/theme-errors.ts'
import { uploadTheme } from '../../src/stores/themes/upload-theme.ts'
import { writeArchive } from '../../src/themes/archive/write-archive.ts'
import { readBuiltInTheme } from '../../src/themes/built-in-themes.ts'
import { createThemeRenderer } from '../../src/themes/isolation/theme-renderer.ts'
import { startStore } from '../start-store.ts'
import { openVisitedStore, STOREFRONT_ENV } from './visit-store.ts'

const store = await startStore({ pages: true, env: STOREFRONT_ENV })
const db = store.database.app
const renderer = createThemeRenderer()

afterAll(() => renderer.stop())

const vale = await readBuiltInTheme('vale')

async function upload(storeId: StoreId, changes: Record<string, string>): Promise<number> {
  const files = new Map([...vale, ...Object.entries(changes).map(([path, text]) => [path, Buffer.from(text)] as const)])
  const archive = await writeArchive(files)
  const { number } = await uploadTheme({ db, renderer }, { storeId, archive, alongside: async () => undefined })
  return number
}

function publish(storeId: StoreId, number: number) {
  return inStore(db, storeId, (tx) => publishTheme(tx, { storeId, number }))
}

test('a published theme renders the pages of its store, and a rollback brings the earlier ones back', async () => {
  const { storeId, newBrowser } = await openVisitedStore(store)
  const { get } = newBrowser()
  const first = await upload(storeId, { 'sections/masthead.liquid': '<h1>First</h1>' })
  const second = await upload(storeId, { 'sections/masthead.liquid': '<h1>Second</h1>' })
  await publish(storeId, first)
  await vi.waitFor(async () => expect((await get('/')).text).toContain('<h1>First</h1>'), 30_000)
  await publish(storeId, second)
  await vi.waitFor(async () => expect((await get('/')).text).toContain('<h1>Second</h1>'), 30_000)
  expect((await get('/checkout')).text).not.toContain('Second')
  await inStore(db, storeId, (tx) => rollbackTheme(tx, storeId))
  await vi.waitFor(async () => expect((await get('/')).text).toContain('<h1>First</h1>'), 30_000)
  await inStore(db, storeId, (tx) => rollbackTheme(tx, storeId))
  await vi.waitFor(async () => expect((await get('/')).text).toContain('class="masthead"'), 30_000)
  await expect(inStore(db, storeId, (tx) => rollbackTheme(tx, storeId))).rejects.toMatchObject({ code: 'conflict' })
})

test('a store chooses another built-in theme, and its colors are also those of the platform pages', async () => {
  const { storeId, newBrowser } = await openVisitedStore(store)
  const { get } = newBrowser()
  expect((await get('/')).text).not.toMatch(/\/assets\/colors\./)
  await inStore(db, storeId, (tx) =>
    updateStorefront(tx, { storeId, theme: 'gala', themeSettings: { picture_shape: 'wide' } }),
  )
  await vi.waitFor(async () => expect((await get('/')).text).toContain('<body class="pictures-wide">'), 30_000)
  const [url = ''] = /\/assets\/colors\.[\w-]+\.css/.exec((await get('/basket')).text) ?? []
  expect((await get('/who')).text).toContain(url)
  expect((await get(url)).text).toContain('--accent:#6a2fc9')
})

test('a page that fails is shown with the built-in theme, and the owner reads file and line', async () => {
  const { storeId, newBrowser } = await openVisitedStore(store)
  const { get } = newBrowser()
  // With the sample there are two shelves, and this store has one.
  const broken = "<h1>Mine</h1>\n{% if home.shelves.size < 2 %}{{ 'nothing.svg' | asset_url }}{% endif %}"
  await publish(storeId, await upload(storeId, { 'sections/masthead.liquid': broken }))
  await vi.waitFor(async () => {
    expect((await get('/')).text).toContain('class="masthead"')
    expect(await inStore(db, storeId, (tx) => listThemeErrors(tx, storeId))).toMatchObject([
      { template: 'home', file: 'sections/masthead.liquid', line: 2, message: 'There is no asset "nothing.svg"' },
    ])
  }, 30_000)
})

test('files of a theme are served for ever, as what they are, to nobody but their store', async () => {
  const { storeId, host, newBrowser } = await openVisitedStore(store)
  const other = await openVisitedStore(store)
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const section = `<img src="{{ 'evil.svg' | asset_url }}" alt="">`
  await publish(storeId, await upload(storeId, { 'assets/evil.svg': drawing, 'sections/masthead.liquid': section }))
  const { get } = newBrowser()
  const url = await vi.waitFor(async () => {
    const [found = ''] = /\/assets\/evil\.[\w-]+\.svg/.exec((await get('/')).text) ?? []
    expect(found).not.toBe('')
    return found
  }, 30_000)
  const file = await get(url)
  expect(file.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect((await other.newBrowser().get(url)).status).toBe(404)
  const asWorker = await store.app.inject({ url, headers: { host, 'service-worker': 'script' } })
  expect(asWorker.statusCode).toBe(404)
})

test('a preview has a host of its own, which shows the version, sells nothing and ends', async () => {
  const { storeId, slug } = await openVisitedStore(store)
  const version = await upload(storeId, { 'sections/masthead.liquid': '<h1>Soon</h1>' })
  const keys = [{ id: 't1', key: Buffer.alloc(32, 7) }]
  const hosts = createPreviewHosts({ domain: 'shops.example', keys })
  const open = (host: string, more = {}) => store.app.inject({ url: '/', headers: { host }, ...more })
  const host = hosts.hostOf({ storeId, version, expiresAt: new Date(Date.now() + 120_000) })
  expect(host.split('.')[0]).toMatch(/^preview-[a-z2-7]{52}$/)
  const page = await open(host)
  expect([page.statusCode, page.body.includes('<h1>Soon</h1>')]).toEqual([200, true])
  expect(page.headers['x-robots-tag']).toBe('noindex, nofollow')
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: `https://${host}`, host }
  const bought = await open(host, { method: 'POST', url: '/basket/lines', payload: `product=${slug}`, headers: form })
  expect(bought.statusCode).toBe(403)
  const other = hosts.hostOf({ storeId, version: version + 1, expiresAt: new Date(Date.now() + 120_000) })
  const forged = host.slice(0, 'preview-'.length + 42) + other.slice('preview-'.length + 42)
  expect((await open(forged)).statusCode).toBe(421)
  expect((await open(hosts.hostOf({ storeId, version, expiresAt: new Date(Date.now() - 120_000) }))).statusCode).toBe(
    421,
  )
})

test('a theme with problems is refused with file and line, and nothing is stored', async () => {
  const storeId = await store.createStore()
  await expect(upload(storeId, { 'sections/masthead.liquid': '\n{% if x %}' })).rejects.toThrow(
    'The theme has problems: sections/masthead.liquid:2: tag {% if x %} not closed',
  )
  await expect(upload(storeId, { 'layout/theme.liquid': '{{ content }}' })).rejects.toThrow('{{ head }}')
  await expect(upload(storeId, { 'templates/checkout.json': '{}' })).rejects.toThrow(
    "all other pages are the platform's",
  )
  await expect(upload(storeId, { 'config/settings_data.json': '{"accent":"red"}' })).rejects.toThrow('color such as')
  expect(await store.query('select from theme_versions where store_id = $1', [storeId])).toEqual([])
})

const KEYS = [{ id: 't1', key: Buffer.alloc(32, 7) }]
const previews = createPreviewHosts({ domain: 'shops.example', keys: KEYS })
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

async function draftHost(storeId: StoreId, changes: StorefrontDraft, expiresAt = inMinutes(2)): Promise<string> {
  const draft = await inStore(db, storeId, (tx) => saveDraft(tx, { storeId, changes, expiresAt }))
  return previews.hostOf({ storeId, draft, expiresAt })
}

const openAt = (host: string, url = '/', more = {}) => store.app.inject({ url, headers: { host }, ...more })

test('a draft is shown on a host of its own, and the store does not change', async () => {
  const { storeId, newBrowser } = await openVisitedStore(store)
  const changes: StorefrontDraft = { texts: { title: 'Harbor' }, theme: 'gala', themeSettings: { accent: '#123456' } }
  const host = await draftHost(storeId, changes)
  const page = await openAt(host)
  expect([page.statusCode, page.body.includes('<title>Harbor</title>')]).toEqual([200, true])
  const [colors = ''] = /\/assets\/colors\.[\w-]+\.css/.exec(page.body) ?? []
  expect((await openAt(host, colors)).body).toContain('--accent:#123456')
  const closed = await draftHost(storeId, { isOpen: false })
  expect((await openAt(closed)).body).not.toBe(page.body)
  const { text } = await newBrowser().get('/')
  expect(text).not.toContain('Harbor')
  expect(text).not.toContain(colors)
})

test('a preview has no basket, no players, no orders and no API, sets no cookie, and only the dashboard frames it', async () => {
  const { storeId, slug, host: own } = await openVisitedStore(store)
  const host = await draftHost(storeId, { texts: { title: 'Harbor' } })
  for (const url of ['/basket', '/checkout', '/who', '/who/steam', '/me', '/o/token', '/api/storefront/1.0/store'])
    expect([url, (await openAt(host, url)).statusCode]).toEqual([url, 403])
  const posts = { method: 'POST', payload: {} }
  for (const url of ['/basket/lines', '/locale', '/api/storefront/1.0/baskets'])
    expect([url, (await openAt(host, url, posts)).statusCode]).toEqual([url, 403])
  for (const url of ['/', `/p/${slug}`, '/search?q=vip', '/basket', '/nothing']) {
    const { headers, statusCode } = await openAt(host, url)
    expect(headers['set-cookie']).toBeUndefined()
    expect(statusCode === 404 || headers['x-robots-tag'] === 'noindex, nofollow', url).toBe(true)
    expect(String(headers['content-security-policy'])).toMatch(/; frame-ancestors https:\/\/manage\.example$/)
  }
  expect(String((await openAt(own)).headers['content-security-policy'])).toMatch(/; frame-ancestors 'none'$/)
})

test('the host of a draft ends, belongs to one store and cannot be forged', async () => {
  const { storeId } = await openVisitedStore(store)
  const other = await openVisitedStore(store)
  const host = await draftHost(storeId, { texts: { title: 'Harbor' } })
  const { draft } = previews.find(host) as { draft: number }
  expect((await openAt(previews.hostOf({ storeId: other.storeId, draft, expiresAt: inMinutes(2) }))).statusCode).toBe(
    404,
  )
  const theirs = previews.hostOf({ storeId: other.storeId, draft, expiresAt: inMinutes(2) })
  const swapped = theirs.slice(0, 'preview-'.length + 37) + host.slice('preview-'.length + 37)
  expect((await openAt(swapped)).statusCode).toBe(421)
  expect((await openAt(previews.hostOf({ storeId, draft, expiresAt: inMinutes(-1) }))).statusCode).toBe(421)
  await store.query('update storefront_drafts set expires_at = now() where store_id = $1', [storeId])
  expect((await openAt(previews.hostOf({ storeId, draft, expiresAt: inMinutes(3) }))).statusCode).toBe(404)
  await cleanDrafts(db, store.database.reader)
  expect(await store.query('select from storefront_drafts where store_id = $1', [storeId])).toEqual([])
})

test('texts and settings of a draft stay in their place in HTML and CSS', async () => {
  const { storeId } = await openVisitedStore(store)
  const evil = `"></title><script>alert(1)</script>#fff;}body{background:url(//evil.example)}`
  const settings = {
    accent: evil,
    masthead_background: evil,
    masthead_text: '#abcdef',
    radius: evil,
    scheme: evil,
    picture_shape: evil,
  }
  for (const theme of ['vale', 'gala'] as const) {
    const host = await draftHost(storeId, {
      theme,
      texts: { title: evil.slice(0, 100), tagline: evil },
      joinAddress: evil,
      themeSettings: settings,
    })
    const { body } = await openAt(host)
    expect(body).toContain('&lt;script&gt;')
    expect(body).not.toMatch(/<script>alert|<style|style="/)
    const [colors = ''] = /\/assets\/colors\.[\w-]+\.css/.exec(body) ?? []
    const stylesheet = (await openAt(host, colors)).body
    expect(stylesheet).toContain('--masthead-ink:#abcdef')
    expect(stylesheet).not.toMatch(/evil|url|alert/)
  }
  await expect(draftHost(storeId, { texts: { support: 'javascript:alert(1)' } })).rejects.toThrow('https://')
  await expect(draftHost(storeId, { locales: [] })).rejects.toThrow('languages')
})

test('a store keeps its newest thirty drafts', async () => {
  const { storeId } = await openVisitedStore(store)
  for (let minutes = 1; minutes <= 32; minutes++) await draftHost(storeId, {}, inMinutes(minutes))
  const rows = await store.query<{ count: number; first: Date }>(
    'select count(*)::integer as count, min(expires_at) as first from storefront_drafts where store_id = $1',
    [storeId],
  )
  expect(rows[0]?.count).toBe(30)
  expect(rows[0]?.first.getTime()).toBeGreaterThan(inMinutes(2).getTime())
})
