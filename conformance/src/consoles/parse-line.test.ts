import { expect, test } from 'vitest'
import { readLine } from './parse-line.ts'

test('a console with quotes reads commands as its game would', () => {
  expect(readLine('give steve vip', 'console')).toEqual([['give', 'steve', 'vip']])
  expect(readLine('give "two words" vip', 'console')).toEqual([['give', 'two words', 'vip']])
  expect(readLine('give "a\\"b\\\\" vip', 'console')).toEqual([['give', 'a"b\\', 'vip']])
  expect(readLine('give "a;b" vip', 'console')).toEqual([['give', 'a;b', 'vip']])
  expect(readLine('give "" vip', 'console')).toEqual([['give', '', 'vip']])
})

test('a semicolon or a line break outside of quotes begins a second command', () => {
  expect(readLine('give x;op-me vip', 'console')).toEqual([
    ['give', 'x'],
    ['op-me', 'vip'],
  ])
  expect(readLine('give x\nop-me vip', 'console')).toHaveLength(2)
  expect(readLine('give "x\rop-me" vip', 'words')).toHaveLength(2)
})

test('a console of words knows blanks only', () => {
  expect(readLine('give x;y "z" vip', 'words')).toEqual([['give', 'x;y', '"z"', 'vip']])
})
