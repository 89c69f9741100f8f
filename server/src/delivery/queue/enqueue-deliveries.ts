import type { Tx } from '../../db/database.ts'
import { type CheckoutId, type DeliveryId, type GameServerId, newId, type StoreId } from '../../ids.ts'
import type { DeliveryConditions } from '../conditions.ts'
import type { DeliveryType } from '../delivery.ts'

export type NewDelivery = {
  storeId: StoreId
  /** Null while the store has no server; its first one takes the delivery over. */
  serverId: GameServerId | null
  checkoutId: CheckoutId
  gameUserId: string
  deliveryType: DeliveryType
  lineNos: number[]
  products: string
  conditions: DeliveryConditions
  unit?: number
  resendOf?: DeliveryId
}

/** Call it in the transaction that sells, refunds or expires, so that both happen or neither does. */
export async function enqueueDeliveries(tx: Tx, deliveries: NewDelivery[]): Promise<DeliveryId[]> {
  if (deliveries.length === 0) return []
  const rows = deliveries.map((delivery) => ({
    store_id: delivery.storeId,
    id: newId<DeliveryId>(),
    server_id: delivery.serverId,
    checkout_id: delivery.checkoutId,
    game_user_id: delivery.gameUserId,
    delivery_type: delivery.deliveryType,
    line_nos: delivery.lineNos,
    products: delivery.products,
    ...delivery.conditions,
    unit: delivery.unit ?? 1,
    resend_of: delivery.resendOf ?? null,
  }))
  await tx.insertInto('pending_deliveries').values(rows).execute()
  return rows.map((row) => row.id)
}
