import { sql } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { DeliveryId, GameServerId, StoreId } from '../../ids.ts'

/** What is in waiting elements of a server that were offered before, and so does not change any more. */
export async function readContents(
  db: GatewayDb,
  { storeId, serverId, ids }: { storeId: StoreId; serverId: GameServerId; ids: DeliveryId[] },
): Promise<Map<DeliveryId, string>> {
  const { rows } = await sql<{ id: DeliveryId; products: string }>`
    select id, products from pending_deliveries
    where store_id = ${storeId} and server_id = ${serverId} and id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.products]))
}
