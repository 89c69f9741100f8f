import { networkOf } from '../network-of.ts'
import type { Rate } from '../token-bucket.ts'
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts'

const LARGE_NETWORK = { v4: 24, v6: 48 }
/** A large network can contain many people, for example the customers of a hosting company. */
const LARGE_FACTOR = 8

/**
 * A rate limit for callers without a credential, by their address. The rate applies to an IPv4 address and to an IPv6 /64,
 * and eight times the rate to an IPv4 /24 and an IPv6 /48, because an attacker can rent a whole one.
 */
export function createNetworkBuckets({ perSecond, burst, ...clock }: Rate & { now?: () => number }): TokenBuckets {
  const networks = createTokenBuckets({ perSecond, burst, ...clock })
  const largeNetworks = createTokenBuckets({
    perSecond: perSecond * LARGE_FACTOR,
    burst: burst * LARGE_FACTOR,
    ...clock,
  })
  return {
    take(address) {
      networks.take(networkOf(address))
      largeNetworks.take(networkOf(address, LARGE_NETWORK))
    },
    giveBack(address) {
      networks.giveBack(networkOf(address))
      largeNetworks.giveBack(networkOf(address, LARGE_NETWORK))
    },
  }
}
