import { expect, test } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import type { StoreId } from '../../src/ids.ts'
import { createPreviewHosts } from '../../src/stores/hosts/preview-hosts.ts'
import { cleanDrafts, saveDraft, type StorefrontDraft } from '../../src/stores/storefront/storefront-draft.ts'
import { startStore } from '../start-store.ts'
import { openVisitedStore, STOREFRONT_ENV } from './visit-store.ts'

const store = await startStore({ pages: true, env: STOREFRONT_ENV })
const db = store.database.app
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
