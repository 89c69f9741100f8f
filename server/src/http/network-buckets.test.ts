import { expect, test } from 'vitest'
import { createNetworkBuckets } from './network-buckets.ts'
import { createTokenBuckets } from './token-buckets.ts'

const RATE = { perSecond: 1, burst: 10, now: () => 1_000 }

function countTaken(addressOf: (i: number) => string): number {
  const buckets = createNetworkBuckets(RATE)
  for (let i = 0; i < 1_000; i++) {
    try {
      buckets.take(addressOf(i))
    } catch {
      return i
    }
  }
  return 1_000
}

test('all addresses of an IPv6 /64 share one limit', () => {
  expect(countTaken((i) => `2001:db8:1:2::${i.toString(16)}`)).toBe(10)
})

test('a client that rotates the networks of a /48, or the addresses of an IPv4 /24, gets eight times the rate', () => {
  expect(countTaken((i) => `2001:db8:1:${i.toString(16)}::1`)).toBe(80)
  expect(countTaken((i) => `192.0.2.${i % 250}`)).toBe(80)
})

test('clients in different large networks do not share a limit', () => {
  expect(countTaken((i) => `2001:db8:${i.toString(16)}::1`)).toBe(1_000)
  expect(countTaken((i) => `10.${i >> 8}.${i & 255}.1`)).toBe(1_000)
})

test('all networks with earlier calls share one more limit, and a new network is not refused by it', () => {
  const buckets = createNetworkBuckets({ ...RATE, together: { perSecond: 1, burst: 5 } })
  const take = (i: number) => buckets.take(`10.${i}.0.1`)
  for (let i = 0; i < 20; i++) take(i)
  for (let i = 0; i < 5; i++) take(i)
  expect(() => take(5)).toThrow('Too many requests')
  expect(() => take(20)).not.toThrow()
})

test('a network whose calls turned out not to count is not refused with the others', () => {
  const buckets = createNetworkBuckets({ ...RATE, together: { perSecond: 1, burst: 1 } })
  for (const address of ['10.1.0.1', '10.1.0.1']) buckets.take(address)
  for (let i = 0; i < 8; i++) {
    buckets.take('10.2.0.1')
    buckets.giveBack('10.2.0.1')
  }
  expect(() => buckets.take('10.1.0.1')).toThrow('Too many requests')
})

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
