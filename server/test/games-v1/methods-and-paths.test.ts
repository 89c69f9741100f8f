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

test.for(OPERATIONS)('every other method on $path is a 405 that names the allowed ones', async ({ path, allow }) => {
  for (const method of METHODS.filter((name) => !allow.includes(name))) {
    const text = rawRequest(method, path, [`Authorization: ${key}`, 'Connection: close'])
    const [answer] = await sendRaw(store.baseUrl, text)
    expect(answer?.status, method).toBe(405)
    expect(answer?.headers.get('allow')?.split(', ').sort(), method).toEqual(allow.toSorted())
    expect(answer && requireProblem(answer)).toMatchObject({ code: 'method_not_allowed' })
  }
})

test.for(OPERATIONS)('a body does not turn the 405 of $path into anything else', async ({ path, allow }) => {
  for (const [type, body] of [
    ['application/json', '{"serverPort":1}'],
    ['application/json', '{not json'],
    ['text/xml', '<x/>'],
  ]) {
    const headers = { 'content-type': type ?? '' }
    const answer = await store.call('PUT', path, { key, headers, body })
    expect(answer.status, `${type} ${body}`).toBe(405)
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allow.toSorted())
  }
})

test('HEAD is refused, and marks nothing as offered', async () => {
  const storeId = await store.createStore()
  const server = await store.createServer(storeId)
  const { checkoutId } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  for (const { path, allow } of OPERATIONS) {
    const answer = await fetch(store.baseUrl + path, { method: 'HEAD', headers: { authorization: server.key } })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allow.toSorted())
    expect(await answer.text()).toBe('')
  }
  // Nobody has seen it, so a refund leaves nothing to hand out.
  await store.refund(storeId, checkoutId)
  expect(await store.poll(server.key)).toEqual([])
})

test('what is at no address is a 404, whatever the method, with and without a key', async () => {
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
        const answer = await store.call(method, path, caller)
        expect(answer.body, `${method} ${path}`).toMatchObject({ status: 404, code: 'not_found' })
        expect(answer.headers.get('allow')).toBeNull()
      }
    }
  }
})

test('an address that cannot be decoded is a 400, and no echo of it', async () => {
  const answer = await store.call('GET', '/api/games/1.0/%E0%A4%A', { key })
  expect(answer.body).toMatchObject({ status: 400, code: 'invalid_request' })
})

test('query parameters are passed over', async () => {
  const answer = await fetch(`${store.baseUrl}${QUEUE}?page=2&limit=1&key=x`, { headers: { authorization: key } })
  expect([answer.status, await answer.text()]).toEqual([200, '{"checkouts":[]}'])
})

test('every operation lives under /api/games/1.0/', () => {
  for (const path of Object.keys(published.paths)) expect(path).toMatch(/^\/api\/games\/1\.0\//)
})

test('the published document lists exactly the routes of the surface', () => {
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
  const answer = await fetch(`${store.baseUrl}/docs/games-1.0/openapi.json`)
  expect(await answer.json()).toEqual(published)
})

test('success is 200 and nothing else, on every operation', () => {
  for (const operations of Object.values(published.paths)) {
    for (const { responses } of Object.values(operations)) {
      expect(Object.keys(responses).filter((status) => status < '400')).toEqual(['200'])
    }
  }
})
