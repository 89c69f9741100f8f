import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { startStore } from '../start-store.ts'
import { openVisitedStore, STOREFRONT_ENV } from './visit-store.ts'

const store = await startStore({ pages: true, env: STOREFRONT_ENV })

type Answer = { status: number; headers: Record<string, unknown>; body: string }

async function get(host: string, headers: Record<string, string> = {}, path = '/'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, store.baseUrl), { headers: { host, ...headers } }, (response) => {
      const { 'x-request-id': id, date: _, ...kept } = response.headers
      expect(id).toMatch(/^[\w.-]+$/)
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, headers: kept, body }), reject)
    })
    sent.on('error', reject).end()
  })
}

test('a page that is sent again has the same bytes and headers', async () => {
  const { host, slug } = await openVisitedStore(store)
  for (const path of ['/', `/p/${slug}`]) {
    const first = await get(host, {}, path)
    expect(first.status).toBe(200)
    expect(first.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' })
    expect(await get(host, {}, path)).toEqual(first)
  }
})

test('visitors get a page in their own language and encoding', async () => {
  const { host } = await openVisitedStore(store)
  await store.query(
    `update storefronts set locales = '{en,es}', revision = 9, changed_at = now()
     where store_id = (select store_id from store_hosts where host = $1)`,
    [host.split('.')[0]],
  )
  await vi.waitFor(async () => {
    expect((await get(host, { 'accept-language': 'es' })).body).toContain('<html lang="es"')
  }, 30_000)
  expect((await get(host, { 'accept-language': 'en' })).body).toContain('<html lang="en"')
  expect((await get(host, { 'accept-language': 'en', cookie: '__Host-locale=es' })).body).toContain('<html lang="es"')
  expect((await get(host, { 'accept-encoding': 'gzip' })).headers).toMatchObject({ 'content-encoding': 'gzip' })
  expect((await get(host)).headers).not.toHaveProperty('content-encoding')
})

test('a browser that has the page gets a 304, and a host that was removed gets nothing', async () => {
  const { host } = await openVisitedStore(store)
  const { headers } = await get(host)
  expect((await get(host, { 'if-none-match': String(headers['etag']) })).status).toBe(304)
  await store.query('update store_hosts set removed_at = now(), changed_at = now() where host = $1', [
    host.split('.')[0],
  ])
  await vi.waitFor(async () => expect((await get(host)).status).toBe(421), 30_000)
})
