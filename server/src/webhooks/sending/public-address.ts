import { isIP } from 'node:net'
import { addressRanges } from '../../address-ranges.ts'

/** What the registries of the internet keep back from public use; 240.0.0.0/4 holds the broadcast address too. */
const KEPT_BACK_V4 = addressRanges([
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

/** All of IPv6 that is handed out. Loopback, mapped, NAT64, local, multicast and the unknown lie outside of it. */
const HANDED_OUT_V6 = addressRanges(['2000::/3'])

/** Within it: Teredo, benchmarks and other protocols; documentation; 6to4, which leads to an IPv4 address; old tests. */
const KEPT_BACK_V6 = addressRanges([
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3ffe::/16',
  '3fff::/20',
])

/** Whether an address belongs to the public internet. Whatever is not plainly an address does not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !KEPT_BACK_V4.includes(address)
    case 6:
      return HANDED_OUT_V6.includes(address) && !KEPT_BACK_V6.includes(address)
    default:
      return false
  }
}
