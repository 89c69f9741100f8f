import { expect, test } from 'vitest'
import { createResponseReader } from './response-reader.ts'

const STREAM =
  'HTTP/1.1 100 Continue\r\n\r\n' +
  'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}' +
  'HTTP/1.1 404 Not Found\r\ncontent-length: 99\r\n\r\n' +
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n' +
  'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx'

test.each([1, 7, 1000])('responses are parsed alike when they arrive in pieces of %i bytes', (size) => {
  const reader = createResponseReader(['POST', 'HEAD', 'GET', 'GET'])
  const bytes = Buffer.from(STREAM)
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size))
  expect(reader.responses.map(({ status, body, closes }) => [status, body.toString(), closes])).toEqual([
    [200, '{}', false],
    [404, '', false],
    [200, 'abcd', false],
    [400, 'x', true],
  ])
  expect(reader.unread()).toBe(0)
})

test('bytes that are not HTTP are rejected', () => {
  expect(() => createResponseReader(['GET']).push(Buffer.from('hello\r\n\r\n'))).toThrow('not an HTTP response')
})
