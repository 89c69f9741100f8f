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

test('headers may have 15 KiB; more than 16 KiB are a 431', async () => {
  expect((await sendRaw(store.baseUrl, withHeaders(15 * KIB))).map((answer) => answer.status)).toEqual([200])
  const [answer] = await sendRaw(store.baseUrl, withHeaders(17 * KIB))
  expect(answer?.status).toBe(431)
  expect(answer && requireProblem(answer)).toMatchObject({ code: 'headers_too_large' })
})

test('headers that are too long are a 431 also on a connection that was used before', async () => {
  const answers = await sendRaw(store.baseUrl, poll, withHeaders(17 * KIB))
  expect(answers.map((answer) => answer.status)).toEqual([200, 431])
})

test('what is not HTTP is a 400', async () => {
  for (const text of ['GARBAGE\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', '\u0016\u0003\u0001\r\n\r\n']) {
    const [answer] = await sendRaw(store.baseUrl, text)
    expect(answer?.status).toBe(400)
    expect(answer && requireProblem(answer)).toMatchObject({ code: 'invalid_request' })
  }
})

test('a connection is kept open for the next request, and says for how long', async () => {
  const [first, second] = await sendRaw(store.baseUrl, poll, lastPoll)
  expect([first?.status, second?.status]).toEqual([200, 200])
  expect(first?.headers.get('connection')).toBe('keep-alive')
  expect(first?.headers.get('keep-alive')).toBe('timeout=75')
})

test('statements, locks and idle transactions of every role that writes are limited in time, and commits are durable', async () => {
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

// These wait for the real clock, so they wait together.
describe.concurrent('slow requests', () => {
  test('headers that do not arrive within 10 s are a 408', async () => {
    const begun = Date.now()
    const [answer] = await sendRaw(store.baseUrl, `GET ${QUEUE} HTTP/1.1\r\nHost: store\r\n`)
    expect(answer?.status).toBe(408)
    expect(answer && requireProblem(answer)).toMatchObject({ code: 'request_timeout' })
    expect(Date.now() - begun).toBeGreaterThanOrEqual(9_900)
    expect(Date.now() - begun).toBeLessThan(14_000)
  })

  test('a body that does not arrive within 15 s is a 408', async () => {
    const begun = Date.now()
    const headers = [`Authorization: ${key}`, 'Content-Type: application/json', 'Content-Length: 20']
    const [answer] = await sendRaw(store.baseUrl, rawRequest('POST', INIT, headers, '{"serverPort"'))
    expect(answer?.status).toBe(408)
    expect(answer && requireProblem(answer)).toMatchObject({ code: 'request_timeout' })
    expect(Date.now() - begun).toBeGreaterThanOrEqual(14_900)
    expect(Date.now() - begun).toBeLessThan(19_000)
  })

  test('a slow request is a 408 also on a connection that was used before', async () => {
    const answers = await sendRaw(store.baseUrl, poll, `GET ${QUEUE} HTTP/1.1\r\nHost: store\r\n`)
    expect(answers.map((answer) => answer.status)).toEqual([200, 408])
  })
})
