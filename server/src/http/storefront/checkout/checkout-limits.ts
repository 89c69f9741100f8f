import type { StoreId } from '../../../ids.ts'
import { createNetworkBuckets } from '../../network-buckets.ts'
import { createTokenBuckets } from '../../token-buckets.ts'

type Attempt = { storeId: StoreId; address: string; player: string; email: string | null }

const MINUTE = 1 / 60

/**
 * How often a payment can be started. Somebody who tries stolen cards starts many, with new names and addresses, so every
 * one of network, player, e-mail address and store is limited.
 */
export function createCheckoutLimits(): (attempt: Attempt) => void {
  const networks = createNetworkBuckets({ perSecond: 2 * MINUTE, burst: 20 })
  const players = createTokenBuckets({ perSecond: 2 * MINUTE, burst: 10 })
  const emails = createTokenBuckets({ perSecond: 2 * MINUTE, burst: 10 })
  const stores = createTokenBuckets({ perSecond: 10, burst: 500 })
  return ({ storeId, address, player, email }) => {
    networks.take(address)
    players.take(`${storeId} ${player}`)
    if (email !== null) emails.take(email)
    stores.take(storeId)
  }
}
