import { describe, expect, test } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import { saveCategory } from '../../src/catalog/categories/save-category.ts'
import type { StoreId } from '../../src/ids.ts'
import { chooseLabel } from '../../src/stores/hosts/choose-label.ts'
import { startStore } from '../start-store.ts'

const store = await startStore({ pages: true, env: { STOREFRONT_DOMAIN: 'stores.example' } })

async function openStore(label: string): Promise<StoreId> {
  const storeId = await store.createStore({ name: `Shop ${label}` })
  await inStore(store.database.app, storeId, (tx) => chooseLabel(tx, { storeId, label }))
  await store.query(`update storefronts set locales = '{en,pt-BR,es}' where store_id = $1`, [storeId])
  await store.hosts.readChanges()
  return storeId
}

function get(label: string, url: string, headers: Record<string, string> = {}) {
  return store.app.inject({ method: 'GET', url, headers: { host: `${label}.stores.example`, ...headers } })
}

const storeId = await openStore('vale')
const { id: categoryId } = await inStore(store.database.app, storeId, (tx) =>
  saveCategory(tx, { storeId, name: 'Ranks', description: 'All ranks', position: 0 }),
)
await store.createProduct(storeId, {
  name: 'Knight & <b>Squire</b>',
  slug: 'knight',
  summary: 'A place at the front',
  description: '- Six homes\n\n<script>alert(1)</script>',
  durationSeconds: 30 * 86_400,
  categoryId,
})
await store.createProduct(storeId, { name: 'Secret', visibility: 'hidden' })
await store.createProduct(storeId, { name: 'Friend', visibility: 'unlisted', price: '5.00' })

describe('the pages of a store', () => {
  test('the home page shows the shelves, and neither hidden nor unlisted products', async () => {
    const { statusCode, body, headers } = await get('vale', '/')
    expect(statusCode).toBe(200)
    expect(body).toContain('Knight &amp; &lt;b&gt;Squire&lt;/b&gt;')
    expect(body).toContain('R$19.90')
    expect(body).not.toMatch(/Secret|Friend|addvip/)
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
  })

  test('a product has its description, its price for search engines and its canonical address', async () => {
    const { statusCode, body } = await get('vale', '/p/knight')
    expect(statusCode).toBe(200)
    expect(body).toContain('<li>Six homes</li>')
    expect(body).toContain('&lt;script&gt;')
    expect(body).toContain('<link rel="canonical" href="http://vale.stores.example/p/knight">')
    expect(body).toContain('hreflang="pt-BR" href="http://vale.stores.example/p/knight?lang=pt-BR"')
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? []
    expect(JSON.parse(json)).toMatchObject({ '@type': 'Product', offers: [{ price: '19.9', priceCurrency: 'BRL' }] })
  })

  test('an unlisted product is reachable by its link and not indexed, a hidden one is not reachable', async () => {
    const friend = await get('vale', '/p/friend')
    expect(friend.statusCode).toBe(200)
    expect(friend.body).toContain('content="noindex"')
    expect((await get('vale', '/p/secret')).statusCode).toBe(404)
  })

  test('search finds products by name and summary, with or without accents', async () => {
    for (const words of ['knight', 'FRONT', 'kníght place']) {
      expect((await get('vale', `/search?q=${encodeURIComponent(words)}`)).body).toContain('/p/knight')
    }
    const none = await get('vale', '/search?q=%3Cscript%3E')
    expect(none.body).toContain('0 results')
    expect(none.body).not.toContain('<script>')
  })

  test('an error is a page in the theme, in the language of the visitor', async () => {
    const missing = await get('vale', '/nothing', { 'accept-language': 'pt-PT,pt;q=0.9,en;q=0.1' })
    expect(missing.statusCode).toBe(404)
    expect(missing.headers['content-type']).toContain('text/html')
    expect(missing.body).toContain('Esta página não existe')
    const method = await store.app.inject({
      method: 'POST',
      url: '/p/knight',
      headers: { host: 'vale.stores.example' },
    })
    expect(method.statusCode).toBe(404)
  })

  test('robots.txt and the sitemap name the public pages only', async () => {
    expect((await get('vale', '/robots.txt')).body).toContain('Sitemap: http://vale.stores.example/sitemap.xml')
    const { body } = await get('vale', '/sitemap.xml')
    expect(body).toContain('<loc>http://vale.stores.example/p/knight</loc>')
    expect(body).toContain('<loc>http://vale.stores.example/c/ranks</loc>')
    expect(body).not.toMatch(/secret|friend/)
  })

  test('stylesheets and drawings are served for ever under an address with their hash, also compressed', async () => {
    const { body } = await get('vale', '/')
    const addresses = [...body.matchAll(/(?:href|src)="(\/(?:assets|avatars)\/[^"]+)"/g)].map(
      ([, address = '']) => address,
    )
    expect(addresses.length).toBeGreaterThan(3)
    for (const address of addresses) {
      const file = await get('vale', address, { 'accept-encoding': 'gzip, br' })
      expect(file.statusCode).toBe(200)
      expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(file.headers['content-encoding']).toBe(address.startsWith('/assets/') ? 'br' : undefined)
    }
    expect((await get('vale', '/assets/platform.0000000000000000.css')).statusCode).toBe(404)
  })
})

describe('the language of a page', () => {
  test('is chosen by its address, then by the cookie, then by the browser', async () => {
    const language = async (url: string, headers: Record<string, string>) =>
      /<html lang="([^"]+)"/.exec((await get('vale', url, headers)).body)?.[1]
    const header = { 'accept-language': 'fr, es-AR;q=0.8' }
    expect(await language('/', {})).toBe('en')
    expect(await language('/', header)).toBe('es')
    expect(await language('/', { ...header, cookie: '__Host-locale=pt-BR' })).toBe('pt-BR')
    expect(await language('/?lang=en', { ...header, cookie: '__Host-locale=pt-BR' })).toBe('en')
  })

  test('is stored in a cookie, and the form leads back to a page of the same host only', async () => {
    const choose = (to: string) =>
      store.app.inject({
        method: 'POST',
        url: '/locale',
        headers: { host: 'vale.stores.example', 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ locale: 'es', to }).toString(),
      })
    const back = await choose('/p/knight?lang=en&x=1')
    expect([back.statusCode, back.headers.location]).toEqual([303, '/p/knight?x=1'])
    expect(back.headers['set-cookie']).toMatch(/^__Host-locale=es; Path=\/; .*Secure; HttpOnly; SameSite=Lax$/)
    for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', '']) {
      expect((await choose(to)).headers.location).toBe('/')
    }
  })
})

describe('the bytes of a page', () => {
  test('are the same for all visitors until the catalog changes, and a known page is a 304', async () => {
    const first = await get('vale', '/c/ranks')
    const again = await get('vale', '/c/ranks', { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await store.createProduct(storeId, { name: 'Baron', categoryId })
    await expect.poll(async () => (await get('vale', '/c/ranks')).body).toContain('Baron')
  })

  test('of one store are never sent for another store', async () => {
    const other = await openStore('hill')
    await store.createProduct(other, { name: 'Hill crate', slug: 'crate' })
    expect((await get('vale', '/p/knight')).statusCode).toBe(200)
    expect((await get('hill', '/p/knight')).statusCode).toBe(404)
    expect((await get('hill', '/p/crate')).body).toContain('Hill crate')
    expect((await get('hill', '/')).body).not.toContain('Knight')
  })
})

test('pages do not exist on hosts that belong to no store', async () => {
  for (const host of ['127.0.0.1', 'none.stores.example']) {
    const { statusCode, headers } = await store.app.inject({ method: 'GET', url: '/', headers: { host } })
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(headers['content-type']).toContain('application/problem+json')
  }
})
