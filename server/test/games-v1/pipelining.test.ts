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
] as const)('a good request with %s right behind it is answered first', async ([, behind, status]) => {
  const answers = await sendRaw(store.baseUrl, init + behind)
  expect(answers.map((answer) => answer.status)).toEqual([200, status])
  const [, refusal] = answers
  expect(refusal && requireProblem(refusal)).toMatchObject({ status })
})
