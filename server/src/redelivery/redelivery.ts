import type { ColumnType, Generated } from 'kysely'
import type { DeliveryId, EntitlementId, GameServerId, ProductId, RedeliveryId, StoreId } from '../ids.ts'

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

declare module '../db/database.ts' {
  interface Tables {
    redeliveries: {
      store_id: StoreId
      id: RedeliveryId
      product_ids: ProductId[] | null
      server_ids: GameServerId[] | null
      game_user_ids: string[] | null
      purchased_from: Date | null
      purchased_until: Date | null
      wiped_at: ColumnType<Date, Date, never>
      state: Generated<RedeliveryState>
      /** The last entitlement that was looked at. */
      last_entitlement_id: Generated<EntitlementId>
      entitlements: number | null
      players: number | null
      created_by: string
      created_at: Generated<Date>
      finished_at: Date | null
    }
    redelivery_items: {
      store_id: StoreId
      redelivery_id: RedeliveryId
      entitlement_id: EntitlementId
      server_id: GameServerId
      delivery_id: DeliveryId
    }
    redelivery_counts: {
      store_id: StoreId
      redelivery_id: RedeliveryId
      product_id: ProductId
      server_id: GameServerId
      outcome: Outcome
      items: number
    }
  }
}
