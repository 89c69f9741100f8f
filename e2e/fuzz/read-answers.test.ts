import { expect, test } from 'vitest'
import { createAnswerReader } from './read-answers.ts'

const STREAM =
  'HTTP/1.1 100 Continue\r\n\r\n' +
  'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}' +
  'HTTP/1.1 404 Not Found\r\ncontent-length: 99\r\n\r\n' +
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n' +
  'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx'

test.each([1, 7, 1000])('answers are read alike when they come in pieces of %i bytes', (size) => {
  const reader = createAnswerReader(['POST', 'HEAD', 'GET', 'GET'])
  const bytes = Buffer.from(STREAM)
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size))
  expect(reader.answers.map(({ status, body, closes }) => [status, body.toString(), closes])).toEqual([
    [200, '{}', false],
    [404, '', false],
    [200, 'abcd', false],
    [400, 'x', true],
  ])
  expect(reader.unread()).toBe(0)
})

test('what is not HTTP is not taken for an answer', () => {
  expect(() => createAnswerReader(['GET']).push(Buffer.from('hello\r\n\r\n'))).toThrow('not an HTTP answer')
})
