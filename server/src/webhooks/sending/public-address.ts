import { isIP } from 'node:net'
import { addressRanges } from '../../address-ranges.ts'

/** IPv4 ranges that IANA reserves. 240.0.0.0/4 contains the broadcast address. */
const RESERVED_V4 = addressRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

/** All global unicast IPv6 addresses. Loopback, mapped, NAT64, local and multicast addresses are outside this range. */
const GLOBAL_V6 = addressRanges(['2000::/3'])

/** Reserved within it: Teredo, benchmarks and other protocols; documentation; 6to4, which maps to IPv4; old tests. */
const RESERVED_V6 = addressRanges([
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3ffe::/16',
  '3fff::/20',
])

/** Whether an address belongs to the public internet. False for anything that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !RESERVED_V4.includes(address)
    case 6:
      return GLOBAL_V6.includes(address) && !RESERVED_V6.includes(address)
    default:
      return false
  }
}
