import { expect, test } from 'vitest'
import { INIT, QUEUE, REPORT, startStore } from '../start-store.ts'
import { rawRequest, sendRaw } from './send-raw.ts'

const store = await startStore()
const newKey = async () => (await store.createServer(await store.createStore())).key

const KIB = 1024
const PORT = '{"serverPort":30120}'

/** Sends raw bytes, because fetch would add a content type. */
async function statusOf(
  key: string,
  { path = INIT, headers = [] as string[], body = '' },
): Promise<number | undefined> {
  const all = [`Authorization: ${key}`, 'Connection: close', ...headers]
  const [response] = await sendRaw(store.baseUrl, rawRequest('POST', path, all, body))
  return response?.status
}

function nested(depth: number): string {
  return `{"serverPort":30120,"deep":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
}

test('a body without a content type is read as JSON', async () => {
  const key = await newKey()
  const headers = [`Content-Length: ${PORT.length}`]
  expect(await statusOf(key, { headers, body: PORT })).toBe(200)
  expect(await statusOf(key, { headers: [...headers, 'Content-Type:'], body: PORT })).toBe(200)
  const report = '{"commandQueueId":"unknown"}'
  expect(await statusOf(key, { path: REPORT, headers: [`Content-Length: ${report.length}`], body: report })).toBe(404)
})

test('a body may be chunked, without a length', async () => {
  const body = `${PORT.length.toString(16)}\r\n${PORT}\r\n0\r\n\r\n`
  expect(await statusOf(await newKey(), { headers: ['Transfer-Encoding: chunked'], body })).toBe(200)
})

test('every spelling of the JSON content type is accepted', async () => {
  const key = await newKey()
  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON',
    'application/vnd.game+json',
  ]) {
    const { status } = await store.call('POST', INIT, { key, headers: { 'content-type': type }, body: PORT })
    expect(status, type).toBe(200)
  }
})

test('any other content type gets a 415', async () => {
  const key = await newKey()
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'json',
    'application/jsonx',
  ]) {
    for (const path of [INIT, REPORT]) {
      const response = await store.call('POST', path, { key, headers: { 'content-type': type }, body: PORT })
      expect(response.body, `${path} ${type}`).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    }
  }
})

test('a byte order mark before the JSON is ignored', async () => {
  const key = await newKey()
  expect((await store.call('POST', INIT, { key, body: `\uFEFF${PORT}` })).status).toBe(200)
  expect((await store.call('POST', REPORT, { key, body: '\uFEFF{"commandQueueId":"unknown"}' })).status).toBe(404)
})

test('unknown fields are ignored, also one called __proto__', async () => {
  const key = await newKey()
  const body =
    '{"serverPort":30120,"version":"9","players":[1,{"a":null}],"__proto__":{"x":1},"constructor":{"prototype":1}}'
  expect((await store.call('POST', INIT, { key, body })).status).toBe(200)
})

test('POST works on the queue like GET, and its body is ignored', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  await store.sell(storeId, '42', [await store.createProduct(storeId)])
  const expected = (await store.call('GET', QUEUE, { key })).text
  for (const [type, body] of [
    ['application/json', '{}'],
    ['application/json', '[[]]'],
    ['application/json', '{"broken'],
    ['application/json', nested(100)],
    ['text/plain', 'garbage'],
    ['application/octet-stream', '\0\u0001\uFFFF'],
    ['not a media type', 'x'],
    ['application/x-www-form-urlencoded', 'a=b'],
  ]) {
    const response = await store.call('POST', QUEUE, { key, headers: { 'content-type': type ?? '' }, body })
    expect([response.status, response.text], `${type} ${body?.slice(0, 10)}`).toEqual([200, expected])
  }
  expect((await store.call('POST', QUEUE, { key })).text).toBe(expected)
  expect(await statusOf(key, { path: QUEUE, headers: ['Content-Length: 3'], body: 'abc' })).toBe(200)
})

test('GET of the queue may have a body, which is ignored', async () => {
  const key = await newKey()
  const text = rawRequest(
    'GET',
    QUEUE,
    [`Authorization: ${key}`, 'Content-Type: application/json', 'Content-Length: 7', 'Connection: close'],
    '{"broke',
  )
  expect((await sendRaw(store.baseUrl, text)).map((response) => response.status)).toEqual([200])
})

test('a body that is missing or not JSON gets a 400', async () => {
  const key = await newKey()
  for (const body of [
    '{',
    '{"serverPort":30120',
    'serverPort=30120',
    "{'serverPort':30120}",
    '{"serverPort":30120}x',
    '\0',
  ]) {
    const response = await store.call('POST', INIT, { key, body })
    expect(response.body, body).toMatchObject({ status: 400, code: 'malformed_json' })
  }
  for (const body of ['', '  \n', 'null', '30120', '[]', '"30120"', 'true']) {
    const response = await store.call('POST', INIT, { key, body })
    expect(response.body, body).toMatchObject({ status: 400, code: 'invalid_request' })
  }
  expect((await store.call('POST', INIT, { key })).status).toBe(400)
  expect((await store.call('POST', REPORT, { key })).status).toBe(400)
})

test('JSON may be nested 16 levels deep and no deeper', async () => {
  const key = await newKey()
  expect((await store.call('POST', INIT, { key, body: nested(16) })).status).toBe(200)
  for (const depth of [17, 100, 8_000]) {
    const response = await store.call('POST', INIT, { key, body: nested(depth) })
    expect(response.body, String(depth)).toMatchObject({ status: 400, code: 'malformed_json' })
  }
})

test('a body of 16 KiB is accepted and one byte more is not, on every operation with a body', async () => {
  const key = await newKey()
  const padded = (bytes: number) => PORT.padEnd(bytes, ' ')
  expect((await store.call('POST', INIT, { key, body: padded(16 * KIB) })).status).toBe(200)
  expect((await store.call('POST', QUEUE, { key, body: padded(16 * KIB) })).status).toBe(200)
  for (const path of [INIT, QUEUE, REPORT]) {
    const response = await store.call('POST', path, { key, body: padded(16 * KIB + 1) })
    expect(response.body, path).toMatchObject({ status: 413, code: 'body_too_large' })
  }
})
