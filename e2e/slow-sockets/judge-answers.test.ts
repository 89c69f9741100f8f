import { expect, test } from 'vitest'
import { judgeAnswers } from './judge-answers.ts'

const LONG = Buffer.from('{"checkouts":[1,2,3]}')
const answer = (body: string, status = 200) => `HTTP/1.1 ${status} x\r\ncontent-length: ${body.length}\r\n\r\n${body}`
const judge = (text: string, longAnswer?: Buffer) =>
  judgeAnswers({ bytes: [Buffer.from(text)], methods: ['GET', 'GET'] }, longAnswer)

test('whole answers are well, and are counted', () => {
  expect(judge(answer('{"a":1}', 408) + answer('{}', 429))).toEqual({ statuses: [408, 429] })
  expect(judge('')).toEqual({ statuses: [] })
})

test('an answer that ends early is a fault for who reads everything', () => {
  expect(judge(answer('{"a":1}').slice(0, -1)).fault).toMatch(/^cut/)
  expect(judge('HTTP/1.1 4').fault).toMatch(/^cut/)
})

test('a long answer may be read in part, and every byte of it counts', () => {
  for (let length = 0; length <= answer(LONG.toString()).length; length++) {
    expect(judge(answer(LONG.toString()).slice(0, length), LONG).fault).toBeUndefined()
  }
  expect(judge(answer('{"checkouts":[1,9,3]}').slice(0, -2), LONG).fault).toMatch(/^other bytes/)
  expect(judge(answer('{"checkouts":[1,9,3]}'), LONG).fault).toMatch(/not what it should be/)
  expect(judge(answer(LONG.toString()) + '{"checkouts"', LONG).fault).toMatch(/^not the beginning/)
})

test('what is not JSON or not HTTP is a fault', () => {
  expect(judge(answer('<html>', 503)).fault).toMatch(/not what it should be/)
  expect(judge('<html>\r\n\r\n').fault).toMatch(/not an HTTP answer/)
})
