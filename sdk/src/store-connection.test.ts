import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { KEY, problem, serveResponses, STORE } from '../test/serve-responses.ts'
import { createGamesClient } from './games-client.ts'

const init = (options: Parameters<typeof createGamesClient>[0], signal?: AbortSignal) =>
  createGamesClient(options).init({ serverPort: 30_120 }, signal ? { signal } : {})

test('the key is sent with the scheme Bearer, or alone with scheme: raw', async () => {
  const { options, requests } = await serveResponses({ body: STORE })
  await init(options)
  await init({ ...options, scheme: 'raw' })
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, KEY])
})

test('the address of a store may contain a path', async () => {
  const { options, requests } = await serveResponses({ body: STORE })
  await init({ ...options, url: `${options.url}/shop/` })
  expect(requests[0]?.path).toBe('/shop/api/games/1.0/init')
})

test.each([408, 429, 500, 502, 503, 504])('status %i is retried', async (status) => {
  const { options, requests } = await serveResponses(problem(status, 'away'), { body: STORE })
  await expect(init(options)).resolves.toEqual(STORE)
  expect(requests).toHaveLength(2)
})

test.each([400, 401, 403, 404, 409, 413, 422, 501])('status %i is not retried', async (status) => {
  const { options, requests } = await serveResponses(problem(status, 'no'))
  await expect(init(options)).rejects.toMatchObject({ name: 'StoreError', status, isRetryable: false })
  expect(requests).toHaveLength(1)
})

test('an error contains status, code, request id and retryAfter', async () => {
  const { options } = await serveResponses({ ...problem(429, 'rate_limited'), headers: { 'retry-after': '7' } })
  await expect(init({ ...options, retries: 0 })).rejects.toMatchObject({
    message: 'about rate_limited',
    status: 429,
    code: 'rate_limited',
    requestId: 'req_7',
    retryAfter: 7,
    isRetryable: true,
  })
})

test('an error of a proxy that is not a problem document has the code unknown', async () => {
  const { options } = await serveResponses({ status: 403, body: '<h1>no</h1>', headers: { 'x-request-id': 'edge-1' } })
  await expect(init(options)).rejects.toMatchObject({ status: 403, code: 'unknown', requestId: 'edge-1' })
})

test('a call is retried as often as the option retries says', async () => {
  const { options, requests } = await serveResponses(problem(503, 'unavailable'))
  await expect(init({ ...options, retries: 2 })).rejects.toMatchObject({ status: 503 })
  expect(requests).toHaveLength(3)
})

test('the client waits for Retry-After', async () => {
  const { options } = await serveResponses(
    { ...problem(503, 'unavailable'), headers: { 'retry-after': '1' } },
    { body: STORE },
  )
  const startedAt = performance.now()
  await init(options)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_000)
})

test('a closed connection is retried', async () => {
  const { options, requests } = await serveResponses((response) => response.destroy(), { body: STORE })
  await expect(init(options)).resolves.toEqual(STORE)
  expect(requests).toHaveLength(2)
})

test('a truncated response is retried', async () => {
  const cut = { 'content-length': '1000' }
  const { options } = await serveResponses(
    (response) => response.writeHead(200, cut).write('{"id":', () => response.destroy()),
    { body: STORE },
  )
  await expect(init(options)).resolves.toEqual(STORE)
})

test.each(['127.0.0.1', 'localhost'])(
  'a refused connection to %s throws an error with the address and the cause',
  async (host) => {
    const { options, close } = await serveResponses()
    await close()
    const url = options.url.replace('127.0.0.1', host)
    const error: unknown = await init({ ...options, url, retries: 0 }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'UnreachableError', reason: 'network', isRetryable: true })
    expect(String(error)).toContain(`Cannot reach ${url}: `)
    expect(String(error)).toContain('ECONNREFUSED')
  },
)

test('the timeout applies to each attempt, also while the body is read', async () => {
  const { options, requests } = await serveResponses((response) => response.writeHead(200).write('{'))
  const error = await init({ ...options, timeoutMs: 60, retries: 1 }).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'UnreachableError', reason: 'timeout' })
  expect(requests).toHaveLength(2)
})

test('an abort rejects with its reason at once, during a request and between attempts', async () => {
  const reason = new Error('the game stops')
  for (const scripted of [() => undefined, { ...problem(503, 'unavailable'), headers: { 'retry-after': '60' } }]) {
    const { options, requests } = await serveResponses(scripted)
    const controller = new AbortController()
    const call = init(options, controller.signal)
    await expect.poll(() => requests.length).toBe(1)
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
  }
})

test('a redirect is an error, and the key is not sent to the new address', async () => {
  const other = await serveResponses({ body: STORE })
  const { options } = await serveResponses({ status: 307, headers: { location: `${other.url}/api/games/1.0/init` } })
  await expect(init(options)).rejects.toMatchObject({
    name: 'UnreachableError',
    reason: 'redirect',
    isRetryable: false,
  })
  expect(other.requests).toHaveLength(0)
})

test.each(['<html>', '[]', 'null', '"text"', '{"id":1}', '{}'])(
  'the body %s is not a response of a store',
  async (body) => {
    const { options } = await serveResponses({ body })
    await expect(init({ ...options, retries: 0 })).rejects.toMatchObject({ reason: 'unreadable' })
  },
)

test('an endless response is an error', async () => {
  const megabyte = Buffer.alloc(1024 * 1024, ' ')
  const { options } = await serveResponses((response) => {
    const writeMore = (): boolean | void => response.destroyed || response.write(megabyte, writeMore)
    writeMore()
  })
  await expect(init({ ...options, retries: 0 })).rejects.toMatchObject({ reason: 'unreadable' })
})

test('neither a printed client nor any of its errors contains the key', async () => {
  const { options, url } = await serveResponses(problem(401, 'unauthorized'), (response) => response.destroy())
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
  'the address %j is rejected before a key is sent',
  (url) => expect(() => createGamesClient({ url, key: KEY })).toThrow(TypeError),
)

function catchError(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}
