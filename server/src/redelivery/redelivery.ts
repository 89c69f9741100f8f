import type { GameServerId, ProductId } from '../ids.ts'

export type RedeliveryState = 'running' | 'done' | 'stopped'

/** Which entitlements are delivered again. A field that is absent selects all. */
export type Selection = {
  productIds?: ProductId[]
  serverIds?: GameServerId[]
  gameUserIds?: string[]
  purchasedFrom?: Date
  /** Exclusive. */
  purchasedUntil?: Date
  /** The time of the wipe. Later deliveries are not repeated. The default is now. */
  wipedAt?: Date
}

/**
 * The outcome of a redelivery for one entitlement on one server:
 *   sent       a delivery is enqueued
 *   waiting    skipped, because a delivery is still in the queue
 *   delivered  skipped, because it was delivered after the wipe
 *   cancelled  skipped, because staff cancelled the delivery
 *   refunded   skipped, because it was refunded or disputed and no other purchase grants it
 *   expired    skipped, because it has expired
 */
export type RedeliveryOutcome = 'sent' | 'waiting' | 'delivered' | 'cancelled' | 'refunded' | 'expired'

export type RedeliveryCount = {
  productId: ProductId
  serverId: GameServerId
  outcome: RedeliveryOutcome
  items: number
}
