import { expect, test } from 'vitest'
import { createNetworkBuckets } from './network-buckets.ts'

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
