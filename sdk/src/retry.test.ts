import { expect, test } from 'vitest'
import { readRetryAfter, restBeforeRetry } from './retry.ts'

const now = new Date('2026-01-01T00:00:00.500Z')

test.each([
  ['7', 7],
  [' 0 ', 0],
  ['Thu, 01 Jan 2026 00:00:10 GMT', 10],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After %j is %j seconds', (header, seconds) => {
  expect(readRetryAfter(header, now)).toBe(seconds)
})

test('rests are spread over all of a time that doubles, up to ten seconds', () => {
  for (const [failures, most] of [
    [0, 250],
    [1, 500],
    [3, 2_000],
    [20, 10_000],
    [2_000, 10_000],
  ] as const) {
    const rests = Array.from({ length: 500 }, () => restBeforeRetry(failures, undefined))
    expect(Math.max(...rests)).toBeLessThanOrEqual(most)
    expect(Math.max(...rests)).toBeGreaterThan(most * 0.9)
    expect(Math.min(...rests)).toBeLessThan(most * 0.1)
  }
})

test('a store is not waited for longer than a minute, whatever it asks for', () => {
  expect(restBeforeRetry(0, 5)).toBeGreaterThanOrEqual(5_000)
  expect(restBeforeRetry(0, 86_400)).toBeLessThanOrEqual(60_250)
})
