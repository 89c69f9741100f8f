import { expect, test } from 'vitest'
import { createTokenBuckets } from './token-buckets.ts'

test('a burst passes, the next call is refused with the time to wait, and a call after that time passes', () => {
  let now = 0
  const buckets = createTokenBuckets({ perSecond: 5, burst: 30, now: () => now })
  for (let i = 0; i < 30; i++) buckets.take('a')
  expect(() => buckets.take('a')).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfter: 1 }))
  buckets.take('b')
  now += 1000
  for (let i = 0; i < 5; i++) buckets.take('a')
  expect(() => buckets.take('a')).toThrow('Too many requests')
})

test('a clock that jumps back takes no tokens away', () => {
  let now = 10_000
  const buckets = createTokenBuckets({ perSecond: 1, burst: 2, now: () => now })
  buckets.take('a')
  now = 0
  buckets.take('a')
  expect(() => buckets.take('a')).toThrow('Too many requests')
  now = 1000
  expect(() => buckets.take('a')).not.toThrow()
})
