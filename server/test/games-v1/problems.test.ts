import { expect, test } from 'vitest'
import { INIT, QUEUE, REPORT, startStore } from '../start-store.ts'
import { rawRequest, requireProblem, sendRaw } from './send-raw.ts'

const store = await startStore()
const { storeId, key } = await store.createServer(await store.createStore())
const body = { serverPort: 30_120 }

/** One call for each way to be refused that a sound database leaves. */
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
  const answer = await call()
  expect(answer.status).toBe(status)
  expect(answer.contentType).toBe('application/problem+json; charset=utf-8')
  expect(answer.body).toStrictEqual({
    type: `urn:quartermaster:problem:${code}`,
    title: expect.stringMatching(/^\S.+/),
    status,
    detail: expect.stringMatching(/^\S.+/),
    code,
    requestId: answer.headers.get('x-request-id'),
  })
})

test('what breaks on our side is a 500 that tells nothing of the inside', async () => {
  await store.query(
    "alter table pending_deliveries add constraint broken check (game_user_id <> 'x' or dispatched_at is null)",
  )
  await store.sell(storeId, 'x', [await store.createProduct(storeId)])
  const answer = await store.call('GET', QUEUE, { key })
  await store.query('alter table pending_deliveries drop constraint broken')
  expect(answer.body).toMatchObject({ status: 500, code: 'internal' })
  expect(answer.text).not.toMatch(/broken|constraint|pending_deliveries|select|update|\.ts/i)
})

test('a request id of the caller is kept, and another one made for what is none', async () => {
  const idOf = async (given: string) =>
    (await store.call('GET', '/nowhere', { headers: { 'x-request-id': given } })).body
  expect(await idOf('my-request.7')).toMatchObject({ requestId: 'my-request.7' })
  for (const given of ['', 'with blank', '<script>', 'x'.repeat(65), key]) {
    expect(await idOf(given), given).toMatchObject({ requestId: expect.stringMatching(/^[0-9a-f]{16}-[0-9a-z]+$/) })
  }
})

test('a refusal never repeats the key it was sent', async () => {
  for (const { call } of REFUSALS) expect((await call()).text).not.toContain(key)
  const [answer] = await sendRaw(
    store.baseUrl,
    rawRequest('GET', `/${key}`, [`Authorization: ${key}`, 'Connection: close']),
  )
  expect(answer && requireProblem(answer)).toMatchObject({ code: 'not_found' })
  expect(answer?.body).not.toContain(key)
})

test('no answer may be cached, a good one as little as a refusal', async () => {
  for (const call of [() => store.init(key), () => store.call('GET', QUEUE, { key }), ...REFUSALS.map((r) => r.call)]) {
    expect((await call()).headers.get('cache-control')).toBe('no-store')
  }
})

test('every operation succeeds with 200 and a JSON object', async () => {
  const [element] = await store.poll(key)
  for (const answer of [
    await store.init(key),
    await store.call('GET', QUEUE, { key }),
    await store.call('POST', QUEUE, { key }),
    await store.report(key, element?.id),
    await store.report(key, element?.id),
  ]) {
    expect(answer.status).toBe(200)
    expect(answer.contentType).toBe('application/json; charset=utf-8')
    expect(answer.text).toMatch(/^\{.+\}$/s)
  }
})
