import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
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

const init = rawRequest(
  'POST',
  INIT,
  [`Authorization: ${key}`, 'Content-Type: application/json', 'Content-Length: 20'],
  '{"serverPort":30120}',
)

test.for([
  ['garbage', 'this is not HTTP\r\n\r\n', 400],
  ['a tunnel', 'CONNECT / HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['headers that are too long', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
] as const)('a valid request followed by %s gets its response first', async ([, next, status]) => {
  const responses = await sendRaw(store.baseUrl, init + next)
  expect(responses.map((response) => response.status)).toEqual([200, status])
  const [, refusal] = responses
  expect(refusal && requireProblem(refusal)).toMatchObject({ status })
})

/** Sends the parts with a pause between them. Returns the status lines of all responses until the server closes. */
async function sendSlowly(...parts: string[]): Promise<string[]> {
  const { hostname, port } = new URL(store.baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  const closed = once(socket, 'close')
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
  await once(socket, 'connect')
  for (const part of parts) {
    socket.write(part)
    await sleep(50)
  }
  await closed
  return text.match(/HTTP\/1\.1 \d{3}/g) ?? []
}

const head = (authorization: string, length: number) =>
  `POST ${INIT} HTTP/1.1\r\nHost: store\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

const last = `${head(key, 20).replace('Host', 'Connection: close\r\nHost')}{"serverPort":30120}`

test.for([
  ['a body that is too large', key, 'HTTP/1.1 413'],
  ['an unknown key', 'unknown', 'HTTP/1.1 401'],
] as const)(
  'the refusal of %s reaches a client that is still sending, and the next request gets a response',
  async ([, who, status]) => {
    const piece = 'x'.repeat(20_000)
    expect(await sendSlowly(head(who, 60_000), piece, piece, piece, last)).toEqual([status, 'HTTP/1.1 200'])
  },
)

test('a refused request that never ends gets its response, and the connection is closed', async () => {
  expect(await sendSlowly(head('unknown', 60_000), 'x')).toEqual(['HTTP/1.1 401'])
})
