import { LRUCache } from 'lru-cache'
import { LARGE_NETWORK, LARGE_NETWORK_FACTOR, networkOf } from '../network-of.ts'
import type { Rate } from '../token-bucket.ts'
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts'

const MAX_REMEMBERED = 100_000
const REMEMBER_MS = 60_000

type Options = Rate & {
  /** For all networks together. Only networks that took a token in the last minute and kept it are refused by it. */
  together?: Rate
  now?: () => number
}

/**
 * A rate limit for callers without a credential, by their address. The rate applies to an IPv4 address and to an IPv6 /64,
 * and eight times the rate to an IPv4 /24 and an IPv6 /48, because an attacker can rent a whole one.
 */
export function createNetworkBuckets({ perSecond, burst, together, ...clock }: Options): TokenBuckets {
  const networks = createTokenBuckets({ perSecond, burst, ...clock })
  const largeNetworks = createTokenBuckets({
    perSecond: perSecond * LARGE_NETWORK_FACTOR,
    burst: burst * LARGE_NETWORK_FACTOR,
    ...clock,
  })
  const everybody = together && createTokenBuckets({ ...together, ...clock })
  const seen = new LRUCache<string, true>({ maxSize: MAX_REMEMBERED, sizeCalculation: () => 1, ttl: REMEMBER_MS })
  return {
    take(address) {
      const largeNetwork = networkOf(address, LARGE_NETWORK)
      if (seen.has(largeNetwork)) everybody?.take('')
      networks.take(networkOf(address))
      largeNetworks.take(largeNetwork)
      if (everybody) seen.set(largeNetwork, true)
    },
    giveBack(address) {
      const largeNetwork = networkOf(address, LARGE_NETWORK)
      networks.giveBack(networkOf(address))
      largeNetworks.giveBack(largeNetwork)
      seen.delete(largeNetwork)
    },
  }
}
