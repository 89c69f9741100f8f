import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { KEY, problem, serveAnswers, STORE } from '../test/serve-answers.ts'
import { createGamesClient } from './games-client.ts'

const init = (options: Parameters<typeof createGamesClient>[0], signal?: AbortSignal) =>
  createGamesClient(options).init({ serverPort: 30_120 }, signal ? { signal } : {})

test('the key goes out behind the word Bearer, or by itself for who wants that', async () => {
  const { options, asked } = await serveAnswers({ body: STORE })
  await init(options)
  await init({ ...options, scheme: 'raw' })
  expect(asked.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, KEY])
})

test('a store may live below a path', async () => {
  const { options, asked } = await serveAnswers({ body: STORE })
  await init({ ...options, url: `${options.url}/shop/` })
  expect(asked[0]?.path).toBe('/shop/api/games/1.0/init')
})

test.each([408, 429, 500, 502, 503, 504])('a call that is answered with %i is made again', async (status) => {
  const { options, asked } = await serveAnswers(problem(status, 'away'), { body: STORE })
  await expect(init(options)).resolves.toEqual(STORE)
  expect(asked).toHaveLength(2)
})

test.each([400, 401, 403, 404, 409, 413, 422, 501])(
  'a call that is answered with %i is not made again',
  async (status) => {
    const { options, asked } = await serveAnswers(problem(status, 'no'))
    await expect(init(options)).rejects.toMatchObject({ name: 'StoreError', status, isRetryable: false })
    expect(asked).toHaveLength(1)
  },
)

test('a refusal tells status, code, request id and what to do', async () => {
  const { options } = await serveAnswers({ ...problem(429, 'rate_limited'), headers: { 'retry-after': '7' } })
  await expect(init({ ...options, retries: 0 })).rejects.toMatchObject({
    message: 'about rate_limited',
    status: 429,
    code: 'rate_limited',
    requestId: 'req_7',
    retryAfter: 7,
    isRetryable: true,
  })
})

test('a refusal of something in between, which is no problem document, is an error with its status', async () => {
  const { options } = await serveAnswers({ status: 403, body: '<h1>no</h1>', headers: { 'x-request-id': 'edge-1' } })
  await expect(init(options)).rejects.toMatchObject({ status: 403, code: 'unknown', requestId: 'edge-1' })
})

test('nothing is tried more often than was asked for', async () => {
  const { options, asked } = await serveAnswers(problem(503, 'unavailable'))
  await expect(init({ ...options, retries: 2 })).rejects.toMatchObject({ status: 503 })
  expect(asked).toHaveLength(3)
})

test('the time that a store asks for is kept', async () => {
  const { options } = await serveAnswers(
    { ...problem(503, 'unavailable'), headers: { 'retry-after': '1' } },
    { body: STORE },
  )
  const begun = performance.now()
  await init(options)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(1_000)
})

test('a connection that is cut is tried again', async () => {
  const { options, asked } = await serveAnswers((response) => response.destroy(), { body: STORE })
  await expect(init(options)).resolves.toEqual(STORE)
  expect(asked).toHaveLength(2)
})

test('an answer that is cut in the middle is tried again', async () => {
  const cut = { 'content-length': '1000' }
  const { options } = await serveAnswers(
    (response) => response.writeHead(200, cut).write('{"id":', () => response.destroy()),
    { body: STORE },
  )
  await expect(init(options)).resolves.toEqual(STORE)
})

test.each(['127.0.0.1', 'localhost'])(
  'where nobody listens, at %s, the error says so and names the address',
  async (host) => {
    const { options, close } = await serveAnswers()
    await close()
    const url = options.url.replace('127.0.0.1', host)
    const error: unknown = await init({ ...options, url, retries: 0 }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'UnreachableError', reason: 'network', isRetryable: true })
    expect(String(error)).toContain(`Cannot reach ${url}: `)
    expect(String(error)).toContain('ECONNREFUSED')
  },
)

test('each attempt has its time, also for a body that does not end', async () => {
  const { options, asked } = await serveAnswers((response) => response.writeHead(200).write('{'))
  const error = await init({ ...options, timeoutMs: 60, retries: 1 }).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'UnreachableError', reason: 'timeout' })
  expect(asked).toHaveLength(2)
})

test('a caller who aborts gets the reason at once, while waiting for an answer and between attempts', async () => {
  const reason = new Error('the game stops')
  for (const said of [() => undefined, { ...problem(503, 'unavailable'), headers: { 'retry-after': '60' } }]) {
    const { options, asked } = await serveAnswers(said)
    const controller = new AbortController()
    const call = init(options, controller.signal)
    await expect.poll(() => asked.length).toBe(1)
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
  }
})

test('a redirect is refused, and the key does not travel', async () => {
  const other = await serveAnswers({ body: STORE })
  const { options } = await serveAnswers({ status: 307, headers: { location: `${other.url}/api/games/1.0/init` } })
  await expect(init(options)).rejects.toMatchObject({
    name: 'UnreachableError',
    reason: 'redirect',
    isRetryable: false,
  })
  expect(other.asked).toHaveLength(0)
})

test.each(['<html>', '[]', 'null', '"text"', '{"id":1}', '{}'])('%s is not the answer of a store', async (body) => {
  const { options } = await serveAnswers({ body })
  await expect(init({ ...options, retries: 0 })).rejects.toMatchObject({ reason: 'unreadable' })
})

test('an answer without end is given up', async () => {
  const megabyte = Buffer.alloc(1024 * 1024, ' ')
  const { options } = await serveAnswers((response) => {
    const more = (): boolean | void => response.destroyed || response.write(megabyte, more)
    more()
  })
  await expect(init({ ...options, retries: 0 })).rejects.toMatchObject({ reason: 'unreadable' })
})

test('neither a client nor any of its errors shows the key', async () => {
  const { options, url } = await serveAnswers(problem(401, 'unauthorized'), (response) => response.destroy())
  const client = createGamesClient({ ...options, retries: 0 })
  const errors = [
    await client.init({ serverPort: 1 }).catch((error: unknown) => error),
    await client.init({ serverPort: 1 }).catch((error: unknown) => error),
    ...[`${KEY}\n`, `${KEY} x`, `${KEY}é`].map((key) => catchError(() => createGamesClient({ url, key }))),
  ]
  expect(errors.every((error) => error instanceof Error)).toBe(true)
  expect(inspect([client, errors], { depth: Infinity, showHidden: true })).not.toContain(KEY)
})

test.each(['shop.example', 'ftp://shop.example', 'https://me:pw@shop.example', 'https://shop.example/?a=1', ''])(
  'the address %j is refused before a key is sent anywhere',
  (url) => expect(() => createGamesClient({ url, key: KEY })).toThrow(TypeError),
)

function catchError(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}
