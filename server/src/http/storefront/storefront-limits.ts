import { createNetworkBuckets } from '../network-buckets.ts'
import type { TokenBuckets } from '../token-buckets.ts'

export type StorefrontLimits = {
  /** Of changes of baskets, by address. */
  baskets: TokenBuckets
  /** Of requests for an order, by address. */
  orders: TokenBuckets
  /** Of searches, by address. */
  searches: TokenBuckets
}

/** The pages and the storefront API share these, so that the API is no way around a limit of the pages. */
export function createStorefrontLimits(): StorefrontLimits {
  return {
    baskets: createNetworkBuckets({ perSecond: 5, burst: 100 }),
    // Pages reload themselves, and many buyers can share an address.
    orders: createNetworkBuckets({ perSecond: 5, burst: 60 }),
    searches: createNetworkBuckets({ perSecond: 2, burst: 30 }),
  }
}
