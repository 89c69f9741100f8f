import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { INIT, QUEUE, REPORT, startStore } from '../start-store.ts'
import { rawRequest, requireProblem, sendRaw } from './send-raw.ts'

const store = await startStore()
const { key } = await store.createServer(await store.createStore())

const OPERATIONS = [
  { path: INIT, allow: ['POST'] },
  { path: QUEUE, allow: ['GET', 'POST'] },
  { path: REPORT, allow: ['POST'] },
]
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']

type Document = { paths: Record<string, Record<string, { security?: unknown; responses: Record<string, unknown> }>> }
const published = JSON.parse(
  readFileSync(new URL('../../../contract/openapi/games-1.0.json', import.meta.url), 'utf8'),
) as Document

test.for(OPERATIONS)('every other method on $path gets a 405 with the allowed methods', async ({ path, allow }) => {
  for (const method of METHODS.filter((name) => !allow.includes(name))) {
    const text = rawRequest(method, path, [`Authorization: ${key}`, 'Connection: close'])
    const [response] = await sendRaw(store.baseUrl, text)
    expect(response?.status, method).toBe(405)
    expect(response?.headers.get('allow')?.split(', ').sort(), method).toEqual(allow.toSorted())
    expect(response && requireProblem(response)).toMatchObject({ code: 'method_not_allowed' })
  }
})

test.for(OPERATIONS)('a body does not change the 405 of $path', async ({ path, allow }) => {
  for (const [type, body] of [
    ['application/json', '{"serverPort":1}'],
    ['application/json', '{not json'],
    ['text/xml', '<x/>'],
  ]) {
    const headers = { 'content-type': type ?? '' }
    const response = await store.call('PUT', path, { key, headers, body })
    expect(response.status, `${type} ${body}`).toBe(405)
    expect(response.headers.get('allow')?.split(', ').sort()).toEqual(allow.toSorted())
  }
})

test('HEAD is refused, and dispatches nothing', async () => {
  const storeId = await store.createStore()
  const server = await store.createServer(storeId)
  const { checkoutId } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  for (const { path, allow } of OPERATIONS) {
    const response = await fetch(store.baseUrl + path, { method: 'HEAD', headers: { authorization: server.key } })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')?.split(', ').sort()).toEqual(allow.toSorted())
    expect(await response.text()).toBe('')
  }
  // It was not dispatched, so after the refund there is nothing to deliver.
  await store.refund(storeId, checkoutId)
  expect(await store.poll(server.key)).toEqual([])
})

test('an unknown path gets a 404 for any method, with and without a key', async () => {
  for (const path of [
    '/',
    '/api/games/1.0',
    `${INIT}/`,
    '/api/games/3.0/init',
    '/api/games/1.0/commands',
    '/%20',
    '/x?y',
  ]) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      for (const caller of [{}, { key }]) {
        const response = await store.call(method, path, caller)
        expect(response.body, `${method} ${path}`).toMatchObject({ status: 404, code: 'not_found' })
        expect(response.headers.get('allow')).toBeNull()
      }
    }
  }
})

test('a path that cannot be decoded gets a 400', async () => {
  const response = await store.call('GET', '/api/games/1.0/%E0%A4%A', { key })
  expect(response.body).toMatchObject({ status: 400, code: 'invalid_request' })
})

test('query parameters are ignored', async () => {
  const response = await fetch(`${store.baseUrl}${QUEUE}?page=2&limit=1&key=x`, { headers: { authorization: key } })
  expect([response.status, await response.text()]).toEqual([200, '{"checkouts":[]}'])
})

test('the path of every operation begins with /api/games/1.0/', () => {
  for (const path of Object.keys(published.paths)) expect(path).toMatch(/^\/api\/games\/1\.0\//)
})

test('the published document lists exactly the routes of the interface', () => {
  const table = store.app.printRoutes({ commonPrefix: false })
  const registered = [...table.matchAll(/(\/api\/games\/1\.0\/\S+) \(([^)]+)\)/g)].flatMap(
    ([, path = '', methods = '']) => methods.split(', ').map((method) => `${method} ${path}`),
  )
  const listed = Object.entries(published.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(registered.sort()).toEqual([`GET ${QUEUE}`, `POST ${INIT}`, `POST ${QUEUE}`, `POST ${REPORT}`].sort())
  expect(listed.sort()).toEqual(registered)
})

test('the published document is what the running server serves', async () => {
  const response = await fetch(`${store.baseUrl}/docs/games-1.0/openapi.json`)
  expect(await response.json()).toEqual(published)
})

test('200 is the only success status of every operation', () => {
  for (const operations of Object.values(published.paths)) {
    for (const { responses } of Object.values(operations)) {
      expect(Object.keys(responses).filter((status) => status < '400')).toEqual(['200'])
    }
  }
})
