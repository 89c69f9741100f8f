import { once } from 'node:events'
import { createServer } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { serveReference } from '../src/http/documentation/api-reference.ts'
import { startManagement } from './manage/start-management.ts'
import { startStore } from './start-store.ts'

type Document = { servers: [{ url: string }]; paths: Record<string, Record<string, { operationId: string }>> }

const port = await findFreePort()
const publicUrl = `http://127.0.0.1:${port}`
const platform = await startManagement({ pages: true, port, env: { PUBLIC_URL: publicUrl } })

test('/docs links to every API document and guide', async () => {
  const index = await fetch(`${publicUrl}/docs`)
  expect(index.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(index.headers.get('content-security-policy')).toMatch(/^default-src 'none'; (?!.*unsafe)/)
  const links = [...(await index.text()).matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)
  for (const name of ['games-1.0', 'games-2.0', 'manage-1.0', 'storefront-1.0']) {
    expect(links).toContain(`/docs/${name}`)
    expect(links).toContain(`/docs/${name}/openapi.json`)
  }
  expect(links).toContain('/docs/guides/owners')
  for (const link of links) expect((await load(publicUrl + link)).status, link).toBe(200)
})

test('a guide is served as text, and nothing else of the repository is', async () => {
  const guide = await fetch(`${publicUrl}/docs/guides/webhooks`)
  expect(guide.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await guide.text()).toMatch(/^# /)
  for (const name of ['unknown', '..%2Fpackage', '..%2F..%2FREADME', 'webhooks.md']) {
    expect((await fetch(`${publicUrl}/docs/guides/${name}`)).status, name).toBe(404)
  }
})

test('a request that is built from a served document works', async () => {
  const storeId = await platform.createStore()
  const { key } = await platform.createServer(storeId)
  const token = await platform.createApiToken(storeId, ['store:read'])
  const samples = [
    ['games-1.0', 'pendingCommands', key],
    ['games-2.0', 'poll', key],
    ['manage-1.0', 'whoAmI', `Bearer ${token}`],
  ] as const
  for (const [name, operationId, authorization] of samples) {
    const document = (await (await fetch(`${publicUrl}/docs/${name}/openapi.json`)).json()) as Document
    const { method, path } = findOperation(document, operationId)
    const body = method === 'POST' ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {}
    const response = await fetch(document.servers[0].url + path, {
      ...body,
      method,
      headers: { ...body.headers, authorization },
    })
    expect(response.status, operationId).toBe(200)
  }
})

test('a browser that has a file of the documentation gets a 304', async () => {
  const swagger = await load(`${publicUrl}/docs/manage-1.0/openapi.yaml`)
  expect(swagger.headers.get('content-type')).toBe('application/yaml')
  expect(swagger.headers.get('access-control-allow-origin')).toBe('*')
  for (const path of ['', '/manage-1.0/', '/manage-1.0/openapi.json', '/scalar.js', '/guides/owners']) {
    const first = await load(`${publicUrl}/docs${path}`)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control'), path).toBe('public, max-age=300')
    expect(etag, path).toMatch(/^"[\w-]{27}"$/)
    const again = await fetch(`${publicUrl}/docs${path}`, { headers: { 'if-none-match': `"other", W/${etag}` } })
    expect([again.status, await again.text()], path).toEqual([304, ''])
  }
})

test('requests for a file of the documentation render it once', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  let renders = 0
  serveReference(app, { name: 'vale', title: 'Vale', read: () => (renders++, { openapi: '3.1.0', paths: {} }) })
  const loadAll = async () => {
    for (const path of ['/', '/openapi.json', '/openapi.yaml']) {
      expect((await app.inject(`/docs/vale${path}`)).statusCode, path).toBe(200)
    }
  }
  await loadAll()
  const before = renders
  await loadAll()
  expect([before > 0, renders]).toEqual([true, before])
})

test('the page of an API loads its script from this server', async () => {
  const page = await (await fetch(`${publicUrl}/docs/games-2.0/`)).text()
  expect(page).toContain('src="/docs/scalar.js"')
  expect(page).toContain('./openapi.json')
  expect((await load(`${publicUrl}/docs/scalar.js`)).headers.get('content-type')).toMatch(/^application\/javascript/)
})

test('requests for the documentation are limited by network, and no response is cached by mistake', async () => {
  const store = await startStore({ env: { TRUST_PROXY: 'loopback' } })
  const loadFrom = (from: string) => load(`${store.baseUrl}/docs`, { 'x-forwarded-for': from })
  const responses = await Promise.all(Array.from({ length: 150 }, (_, i) => loadFrom(`2001:db8:1:2::${i}`)))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 429]))
  const refused = responses.find(({ status }) => status === 429)
  expect(refused?.headers.get('cache-control')).toBe('no-store')
  expect((await loadFrom('2001:db8:9::1')).status).toBe(200)
})

test('without documentation, nothing is served at /docs', async () => {
  const store = await startStore({ env: { DOCUMENTATION: 'off' } })
  for (const path of ['/docs', '/docs/games-1.0/', '/docs/games-1.0/openapi.json', '/docs/scalar.js']) {
    expect((await load(store.baseUrl + path)).status, path).toBe(404)
  }
})

/** Reads the body, because a connection with an unread response keeps the server from closing. */
async function load(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  return response
}

function findOperation({ paths }: Document, operationId: string): { method: string; path: string } {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === operationId) return { method: method.toUpperCase(), path }
    }
  }
  throw new Error(`there is no operation ${operationId}`)
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('the server has no port')
  return address.port
}
