import { sql } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { GameServerId, StoreId } from '../../ids.ts'
import { WINDOW } from './list-pending.ts'

/** How many bytes an answer with this queue has at the most, without reading what they are. */
export async function measureQueue(
  db: GatewayDb,
  { storeId, serverId }: { storeId: StoreId; serverId: GameServerId },
): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select least(coalesce(sum(bytes), 0), ${WINDOW.bytes})::integer as bytes
    from (
      select bytes from pending_deliveries
      where store_id = ${storeId} and server_id = ${serverId} and hold_reason is null
      limit ${WINDOW.elements}
    ) queue`.execute(db)
  return rows[0]?.bytes ?? 0
}
