import { MAX_COMMANDS_PER_POLL } from '@quartermaster/contract/games-limits'
import { sql } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { CheckoutId, DeliveryId, GameServerId, StoreId } from '../../ids.ts'
import type { DeliveryType } from '../delivery.ts'
import { READY } from './is-ready.ts'

export const WINDOW = { elements: MAX_COMMANDS_PER_POLL, bytes: 2 * 1024 * 1024 }

export type PendingDelivery = {
  id: DeliveryId
  position: number
  checkout_id: CheckoutId
  game_user_id: string
  delivery_type: DeliveryType
  offered: boolean
  products: string
}

type Server = { storeId: StoreId; serverId: GameServerId }

/** The whole queue of a server when it fits into one answer, else null. Oldest first, so a refund never overtakes the purchase it undoes. */
export async function listPending(db: GatewayDb, server: Server): Promise<PendingDelivery[] | null> {
  const { rows } = await pendingStatement(server).execute(db)
  const last = rows.at(-1)
  if (rows.length > WINDOW.elements || (last && last.products === null)) return null
  return rows.filter((row): row is PendingDelivery => row.products !== null)
}

/** Reads the index of what waits and nothing else; what lies beyond the window is counted, not carried. */
function pendingStatement({ storeId, serverId }: Server) {
  return sql<Omit<PendingDelivery, 'products'> & { products: string | null }>`
    select p.id, p.position, p.checkout_id, p.game_user_id, p.delivery_type, p.dispatched_at is not null as offered,
      case when sum(p.bytes) over (order by p.position rows unbounded preceding) <= ${WINDOW.bytes} then p.products end as products
    from pending_deliveries p
    where p.store_id = ${storeId} and p.server_id = ${serverId} and ${sql.raw(READY)}
    order by p.position
    limit ${WINDOW.elements + 1}`
}
