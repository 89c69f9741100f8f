import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { INIT, QUEUE, startStore } from '../start-store.ts'
import { rawRequest, requireProblem, sendRaw } from './send-raw.ts'

const store = await startStore()
const { key } = await store.createServer(await store.createStore())

const KIB = 1024
const poll = rawRequest('GET', QUEUE, [`Authorization: ${key}`])
const lastPoll = rawRequest('GET', QUEUE, [`Authorization: ${key}`, 'Connection: close'])
const withHeaders = (bytes: number) =>
  rawRequest('GET', QUEUE, [`Authorization: ${key}`, 'Connection: close', `X-Long: ${'x'.repeat(bytes)}`])

test('15 KiB of headers are accepted; more than 16 KiB get a 431', async () => {
  expect((await sendRaw(store.baseUrl, withHeaders(15 * KIB))).map((response) => response.status)).toEqual([200])
  const [response] = await sendRaw(store.baseUrl, withHeaders(17 * KIB))
  expect(response?.status).toBe(431)
  expect(response && requireProblem(response)).toMatchObject({ code: 'headers_too_large' })
})

test('headers that are too long get a 431 on a reused connection too', async () => {
  const responses = await sendRaw(store.baseUrl, poll, withHeaders(17 * KIB))
  expect(responses.map((response) => response.status)).toEqual([200, 431])
})

test('input that is not HTTP gets a 400', async () => {
  for (const text of ['GARBAGE\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', '\u0016\u0003\u0001\r\n\r\n']) {
    const [response] = await sendRaw(store.baseUrl, text)
    expect(response?.status).toBe(400)
    expect(response && requireProblem(response)).toMatchObject({ code: 'invalid_request' })
  }
})

test('a connection is kept open, and the response says for how long', async () => {
  const [first, second] = await sendRaw(store.baseUrl, poll, lastPoll)
  expect([first?.status, second?.status]).toEqual([200, 200])
  expect(first?.headers.get('connection')).toBe('keep-alive')
  expect(first?.headers.get('keep-alive')).toBe('timeout=75')
})

test('every role that writes has timeouts for statements, locks and idle transactions, and durable commits', async () => {
  const setting = async (db: typeof store.database.gateway | typeof store.database.app) => {
    const { rows } = await sql`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('synchronous_commit') as durable`.execute(
      db,
    )
    return rows
  }
  const expected = [{ statement: '5s', lock: '2s', idle: '30s', durable: 'on' }]
  expect(await setting(store.database.gateway)).toEqual(expected)
  expect(await setting(store.database.app)).toEqual(expected)
})

// These wait for the real clock, so they run concurrently.
describe.concurrent('slow requests', () => {
  test('headers that do not arrive get a 408, but not before 10 s', async () => {
    const startedAt = Date.now()
    const [response] = await sendRaw(store.baseUrl, `GET ${QUEUE} HTTP/1.1\r\nHost: store\r\n`)
    expect(response?.status).toBe(408)
    expect(response && requireProblem(response)).toMatchObject({ code: 'request_timeout' })
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(9_900)
  })

  test('a body that does not arrive gets a 408, but not before 15 s', async () => {
    const startedAt = Date.now()
    const headers = [`Authorization: ${key}`, 'Content-Type: application/json', 'Content-Length: 20']
    const [response] = await sendRaw(store.baseUrl, rawRequest('POST', INIT, headers, '{"serverPort"'))
    expect(response?.status).toBe(408)
    expect(response && requireProblem(response)).toMatchObject({ code: 'request_timeout' })
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(14_900)
  })

  test('a slow request gets a 408 on a reused connection too', async () => {
    const responses = await sendRaw(store.baseUrl, poll, `GET ${QUEUE} HTTP/1.1\r\nHost: store\r\n`)
    expect(responses.map((response) => response.status)).toEqual([200, 408])
  })
})
