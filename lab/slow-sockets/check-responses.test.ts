import { expect, test } from 'vitest'
import { checkResponses } from './check-responses.ts'

const LONG = Buffer.from('{"checkouts":[1,2,3]}')
const response = (body: string, status = 200) => `HTTP/1.1 ${status} x\r\ncontent-length: ${body.length}\r\n\r\n${body}`
const check = (text: string, longBody?: Buffer) => checkResponses([Buffer.from(text)], longBody)

test('complete responses are accepted and counted', () => {
  expect(check(response('{"a":1}', 408) + response('{}', 429))).toEqual({ statuses: [408, 429] })
  expect(check('')).toEqual({ statuses: [] })
})

test('a response that ends early is a problem for a client that reads everything', () => {
  expect(check(response('{"a":1}').slice(0, -1)).problem).toMatch(/^cut/)
  expect(check('HTTP/1.1 4').problem).toMatch(/^cut/)
})

test('a long response may be incomplete, but each byte of it must be correct', () => {
  for (let length = 0; length <= response(LONG.toString()).length; length++) {
    expect(check(response(LONG.toString()).slice(0, length), LONG).problem).toBeUndefined()
  }
  expect(check(response('{"checkouts":[1,9,3]}').slice(0, -2), LONG).problem).toMatch(/^wrong bytes/)
  expect(check(response('{"checkouts":[1,9,3]}'), LONG).problem).toMatch(/^wrong body/)
  expect(check(response(LONG.toString()) + '{"checkouts"', LONG).problem).toMatch(/^not the beginning/)
})

test('bytes that are not JSON or not HTTP are a problem', () => {
  expect(check(response('<html>', 503)).problem).toMatch(/^wrong body/)
  expect(check('<html>\r\n\r\n').problem).toMatch(/not an HTTP response/)
})
