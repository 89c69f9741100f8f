import { sql } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { DeliveryId, GameServerId, StoreId } from '../../ids.ts'

/**
 * Notes, durably, that elements are about to be handed out for the first time, and answers with those that
 * still may be. A refund that came in between has taken its element away or changed what is in it, so the
 * content is read again here. What another poll has offered meanwhile stays in: without the purchase, the expiry behind
 * it would come first. Locked in queue order: two polls of one server never wait for each other in a circle.
 */
export async function markDispatched(
  db: GatewayDb,
  { storeId, serverId, ids }: { storeId: StoreId; serverId: GameServerId; ids: DeliveryId[] },
): Promise<Map<DeliveryId, string>> {
  const { rows } = await sql<{ id: DeliveryId; products: string }>`
    with here as (
      select id from pending_deliveries
      where store_id = ${storeId} and server_id = ${serverId} and id = any(${ids}::uuid[])
      order by position
      for update
    )
    update pending_deliveries p set dispatched_at = coalesce(p.dispatched_at, now())
    from here
    where p.store_id = ${storeId} and p.id = here.id
    returning p.id, p.products`.execute(db)
  return new Map(rows.map((row) => [row.id, row.products]))
}
