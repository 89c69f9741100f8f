import { expect, test } from 'vitest'
import { INIT, startStore } from '../start-store.ts'
import { rawRequest, requireProblem, sendRaw } from './send-raw.ts'

const store = await startStore()
const { key } = await store.createServer(await store.createStore())

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
