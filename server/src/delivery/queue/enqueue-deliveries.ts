import type { Tx } from '../../db/database.ts'
import { type CheckoutId, type DeliveryId, type GameServerId, newId, type StoreId } from '../../ids.ts'
import type { DeliveryType } from '../delivery.ts'
import type { DeliveryConditions } from '../conditions.ts'

export type NewDelivery = {
  storeId: StoreId
  /** Null: the store has no server yet; the first one takes it. */
  serverId: GameServerId | null
  checkoutId: CheckoutId
  gameUserId: string
  deliveryType: DeliveryType
  lineNos: number[]
  products: string
  terms: DeliveryConditions
  unit?: number
  resendOf?: DeliveryId
}

/** Takes the transaction that sold, refunded or expired, so both happen or neither does. */
export async function enqueueDeliveries(tx: Tx, commands: NewDelivery[]): Promise<DeliveryId[]> {
  if (commands.length === 0) return []
  const rows = commands.map((command) => ({
    store_id: command.storeId,
    id: newId<DeliveryId>(),
    server_id: command.serverId,
    checkout_id: command.checkoutId,
    game_user_id: command.gameUserId,
    delivery_type: command.deliveryType,
    line_nos: command.lineNos,
    products: command.products,
    ...command.terms,
    unit: command.unit ?? 1,
    resend_of: command.resendOf ?? null,
  }))
  await tx.insertInto('pending_deliveries').values(rows).execute()
  return rows.map((row) => row.id)
}
