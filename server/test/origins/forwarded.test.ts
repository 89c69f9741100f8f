import { expect, test } from 'vitest'
import { startStore } from '../start-store.ts'
import { openVisitedStore, STOREFRONT_ENV } from '../storefront/visit-store.ts'
import { requestHost } from './request-host.ts'

const store = await startStore({ pages: true, env: { ...STOREFRONT_ENV, TRUST_PROXY: 'loopback' } })
const { host, slug } = await openVisitedStore(store)

const canonicalOf = (page: string) => /rel="canonical" href="([^"]*)"/.exec(page)?.[1]
const get = async (path: string, headers: Record<string, string> = {}) =>
  (await requestHost(store.baseUrl, host, { path, headers })).text

test('links of a page name the host that was asked, and not one that a client or a proxy forwards', async () => {
  const other = await openVisitedStore(store)
  for (const forwarded of [other.host, `${host}:1337`, 'evil.example']) {
    const headers = { 'x-forwarded-host': forwarded, forwarded: `host=${forwarded}` }
    expect(canonicalOf(await get('/', headers)), forwarded).toBe(`http://${host}/`)
    expect(await get('/sitemap.xml', headers)).toContain(`<loc>http://${host}/</loc>`)
  }
})

test('a visitor who spells the address of a page differently gets the same page, and stores no second one', async () => {
  const path = `/p/${slug}`
  const page = await get(path)
  for (const other of [
    path.replace('p', '%70'),
    `${path.slice(0, -1)}%${slug.charCodeAt(slug.length - 1).toString(16)}`,
  ])
    expect(await get(other), other).toBe(page)
  expect(canonicalOf(page)).toBe(`http://${host}${path}`)
})
