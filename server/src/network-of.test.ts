import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

test('an IPv6 address belongs to a /64, and an IPv4 address is its own network', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:DB8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(networkOf('::ffff:c000:201')).toBe('192.0.2.1')
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1')
})

test('a larger network contains its neighbours', () => {
  expect(networkOf('2001:db8:1:2ff::9', { v6: 56 })).toBe('2001:db8:1:200::/56')
  expect(networkOf('2001:db8:1:2ff::9', { v6: 48 })).toBe('2001:db8:1::/48')
  expect(networkOf('192.0.2.77', { v4: 24, v6: 48 })).toBe('192.0.2.0/24')
})

test('text that is not an address is a network of its own', () => {
  expect(networkOf('')).toBe('')
  // A client that has closed its connection meanwhile.
  expect(networkOf(undefined)).toBe('')
  expect(networkOf('unknown')).toBe('unknown')
})
