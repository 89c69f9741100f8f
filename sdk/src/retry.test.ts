import { expect, test } from 'vitest'
import { parseRetryAfter, retryDelayMs } from './retry.ts'

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
  expect(parseRetryAfter(header, now)).toBe(seconds)
})

test('delays are spread evenly up to a maximum that doubles, at most ten seconds', () => {
  for (const [failures, max] of [
    [0, 250],
    [1, 500],
    [3, 2_000],
    [20, 10_000],
    [2_000, 10_000],
  ] as const) {
    const delays = Array.from({ length: 500 }, () => retryDelayMs(failures, undefined))
    expect(Math.max(...delays)).toBeLessThanOrEqual(max)
    expect(Math.max(...delays)).toBeGreaterThan(max * 0.9)
    expect(Math.min(...delays)).toBeLessThan(max * 0.1)
  }
})

test('a Retry-After of more than a minute is shortened to a minute', () => {
  expect(retryDelayMs(0, 5)).toBeGreaterThanOrEqual(5_000)
  expect(retryDelayMs(0, 86_400)).toBeLessThanOrEqual(60_250)
})
