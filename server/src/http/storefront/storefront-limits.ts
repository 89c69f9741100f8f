import { createNetworkBuckets } from '../network-buckets.ts'
import type { StoreId } from '../../ids.ts'
import { createTokenBuckets, type TokenBuckets } from '../token-buckets.ts'

type Attempt = { storeId: StoreId; address: string }

export type StorefrontLimits = {
  /** Of changes of baskets, by address. */
  baskets: TokenBuckets
  /** Of requests for an order, by address. */
  orders: TokenBuckets
  /** Of searches, by address. */
  searches: TokenBuckets
  /** Of tries to use a code from the game, by address and store. */
  codes: (attempt: Attempt) => void
  /** Of calls of other services to look up a player, by address and store. */
  lookUps: (attempt: Attempt) => void
  /** Of faces that are fetched from other services, by address. */
  faces: TokenBuckets
  /** Of typed coupons and other codes, by address and store, because they could be guessed. */
  promotionCodes: (attempt: Attempt) => void
}

/** The pages and the storefront API share these, so that the API is no way around a limit of the pages. */
export function createStorefrontLimits(): StorefrontLimits {
  const codeNetworks = createNetworkBuckets({ perSecond: 1 / 6, burst: 10 })
  const codeStores = createTokenBuckets({ perSecond: 1, burst: 60 })
  const lookUpNetworks = createNetworkBuckets({ perSecond: 1 / 6, burst: 10 })
  // Below what Mojang allows this machine, so that one store does not use up the calls of all.
  const lookUpStores = createTokenBuckets({ perSecond: 0.5, burst: 40 })
  const promotionNetworks = createNetworkBuckets({ perSecond: 1 / 6, burst: 20 })
  const promotionStores = createTokenBuckets({ perSecond: 10, burst: 600 })
  return {
    baskets: createNetworkBuckets({ perSecond: 5, burst: 100 }),
    // Pages reload themselves, and many buyers can share an address.
    orders: createNetworkBuckets({ perSecond: 5, burst: 60 }),
    searches: createNetworkBuckets({ perSecond: 2, burst: 30 }),
    codes({ storeId, address }) {
      codeNetworks.take(address)
      codeStores.take(storeId)
    },
    lookUps({ storeId, address }) {
      lookUpNetworks.take(address)
      lookUpStores.take(storeId)
    },
    faces: createNetworkBuckets({ perSecond: 1, burst: 30 }),
    promotionCodes({ storeId, address }) {
      promotionNetworks.take(address)
      promotionStores.take(storeId)
    },
  }
}
