import { expect, test } from 'vitest'
import { INIT, QUEUE, REPORT, startStore } from '../start-store.ts'
import { rawRequest, requireProblem, sendRaw } from './send-raw.ts'

const store = await startStore()
const { storeId, key } = await store.createServer(await store.createStore())
const body = { serverPort: 30_120 }

/** One call for each error that does not need a broken database. */
const REFUSALS = [
  { status: 400, code: 'invalid_request', call: () => store.call('POST', INIT, { key, body: {} }) },
  { status: 400, code: 'malformed_json', call: () => store.call('POST', INIT, { key, body: '{' }) },
  { status: 401, code: 'unauthorized', call: () => store.call('POST', INIT, { body }) },
  { status: 401, code: 'unauthorized', call: () => store.call('GET', QUEUE, { key: 'unknown' }) },
  { status: 404, code: 'not_found', call: () => store.report(key, 'unknown') },
  { status: 404, code: 'not_found', call: () => store.call('GET', '/nowhere', { key }) },
  { status: 405, code: 'method_not_allowed', call: () => store.call('GET', INIT, { key }) },
  { status: 413, code: 'body_too_large', call: () => store.call('POST', INIT, { key, body: ' '.repeat(20_000) }) },
  {
    status: 415,
    code: 'unsupported_media_type',
    call: () => store.call('POST', REPORT, { key, headers: { 'content-type': 'text/plain' }, body }),
  },
]

test.for(REFUSALS)('a $status $code is a problem document with all its fields', async ({ status, code, call }) => {
  const response = await call()
  expect(response.status).toBe(status)
  expect(response.contentType).toBe('application/problem+json; charset=utf-8')
  expect(response.body).toStrictEqual({
    type: `urn:quartermaster:problem:${code}`,
    title: expect.stringMatching(/^\S.+/),
    status,
    detail: expect.stringMatching(/^\S.+/),
    code,
    requestId: response.headers.get('x-request-id'),
  })
})

test('an internal error gets a 500 without internal details', async () => {
  await store.query(
    "alter table pending_deliveries add constraint broken check (game_user_id <> 'x' or dispatched_at is null)",
  )
  await store.sell(storeId, 'x', [await store.createProduct(storeId)])
  const response = await store.call('GET', QUEUE, { key })
  await store.query('alter table pending_deliveries drop constraint broken')
  expect(response.body).toMatchObject({ status: 500, code: 'internal' })
  expect(response.text).not.toMatch(/broken|constraint|pending_deliveries|select|update|\.ts/i)
})

test('a valid request id of the client is kept, and an invalid one is replaced', async () => {
  const idOf = async (given: string) =>
    (await store.call('GET', '/nowhere', { headers: { 'x-request-id': given } })).body
  expect(await idOf('my-request.7')).toMatchObject({ requestId: 'my-request.7' })
  for (const given of ['', 'with blank', '<script>', 'x'.repeat(65), key]) {
    expect(await idOf(given), given).toMatchObject({ requestId: expect.stringMatching(/^[0-9a-f]{16}-[0-9a-z]+$/) })
  }
})

test('an error response never contains the key of the request', async () => {
  for (const { call } of REFUSALS) expect((await call()).text).not.toContain(key)
  const [response] = await sendRaw(
    store.baseUrl,
    rawRequest('GET', `/${key}`, [`Authorization: ${key}`, 'Connection: close']),
  )
  expect(response && requireProblem(response)).toMatchObject({ code: 'not_found' })
  expect(response?.body).not.toContain(key)
})

test('no response may be cached, neither a success nor an error', async () => {
  for (const call of [() => store.init(key), () => store.call('GET', QUEUE, { key }), ...REFUSALS.map((r) => r.call)]) {
    expect((await call()).headers.get('cache-control')).toBe('no-store')
  }
})

test('every operation succeeds with 200 and a JSON object', async () => {
  const [delivery] = await store.poll(key)
  for (const response of [
    await store.init(key),
    await store.call('GET', QUEUE, { key }),
    await store.call('POST', QUEUE, { key }),
    await store.report(key, delivery?.id),
    await store.report(key, delivery?.id),
  ]) {
    expect(response.status).toBe(200)
    expect(response.contentType).toBe('application/json; charset=utf-8')
    expect(response.text).toMatch(/^\{.+\}$/s)
  }
})
