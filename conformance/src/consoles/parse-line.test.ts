import { expect, test } from 'vitest'
import { parseLine } from './parse-line.ts'

test('a console with quotes splits commands as a game would', () => {
  expect(parseLine('give steve vip', 'quotes')).toEqual([['give', 'steve', 'vip']])
  expect(parseLine('give "two words" vip', 'quotes')).toEqual([['give', 'two words', 'vip']])
  expect(parseLine('give "a\\"b\\\\" vip', 'quotes')).toEqual([['give', 'a"b\\', 'vip']])
  expect(parseLine('give "a;b" vip', 'quotes')).toEqual([['give', 'a;b', 'vip']])
  expect(parseLine('give "" vip', 'quotes')).toEqual([['give', '', 'vip']])
})

test('a semicolon or a line break outside of quotes starts a second command', () => {
  expect(parseLine('give x;op-me vip', 'quotes')).toEqual([
    ['give', 'x'],
    ['op-me', 'vip'],
  ])
  expect(parseLine('give x\nop-me vip', 'quotes')).toHaveLength(2)
  expect(parseLine('give "x\rop-me" vip', 'words')).toHaveLength(2)
})

test('a console of words splits at spaces only', () => {
  expect(parseLine('give x;y "z" vip', 'words')).toEqual([['give', 'x;y', '"z"', 'vip']])
})
