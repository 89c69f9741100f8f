import type { GameServerId, ProductId } from '../ids.ts'

export type RedeliveryState = 'running' | 'done' | 'stopped'

/** What an owner wants given again. Only what is still owed is given, whatever he chooses. */
export type Choice = {
  /** Absent: all, here and below. */
  productIds?: ProductId[]
  serverIds?: GameServerId[]
  gameUserIds?: string[]
  purchasedFrom?: Date
  /** Not this moment itself. */
  purchasedUntil?: Date
  /** When the server was wiped: what was delivered since then is there. Absent: just now. */
  wipedAt?: Date
}

/**
 * What becomes of one thing that a player bought, on one server:
 *   sent       it is queued once more
 *   waiting    it comes anyway: its first delivery, or one that was sent again, is still in the queue
 *   delivered  it was delivered since the wipe
 *   cancelled  it was never delivered: an operator took it out of the queue
 *   refunded   refunded or disputed, and nothing else grants it
 *   expired    its time is over
 */
export type Outcome = 'sent' | 'waiting' | 'delivered' | 'cancelled' | 'refunded' | 'expired'

export type Count = { productId: ProductId; serverId: GameServerId; outcome: Outcome; items: number }
