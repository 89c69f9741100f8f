import { sql } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { GameServerId, StoreId } from '../../ids.ts'
import { READY_COLUMNS, type ReadyDelivery } from './list-ready.ts'

const MAX_DELIVERIES = 10
const NEWEST = 5
const OLDER = MAX_DELIVERIES - NEWEST
/** A client that polls every ten seconds gets past ten deliveries in this time. */
const TURN_MS = 120_000

/**
 * Purchases only, newest first. These clients process one delivery per poll: if its player is offline they go on to the
 * next, and they return to the first only after a delivery or at the end of the list. With a long list a new buyer would
 * wait for as many polls as it has entries. So a long queue is dispatched in short lists: the newest five deliveries, and
 * five older ones that change every two minutes.
 */
export async function listForMta(
  db: GatewayDb,
  { storeId, serverId, now }: { storeId: StoreId; serverId: GameServerId; now: number },
): Promise<ReadyDelivery[]> {
  const { rows } = await sql<ReadyDelivery & { place: number; total: number }>`
    with purchases as (
      select ${sql.raw(READY_COLUMNS)}, null as products,
        row_number() over (order by p.position desc) as place, count(*) over () as total
      from pending_deliveries p
      where p.store_id = ${storeId} and p.server_id = ${serverId} and p.delivery_type = 'APPROVE'
        and p.hold_reason is null and p.retry_at is null
    )
    select p.* from purchases p
    where total <= ${MAX_DELIVERIES} or place <= ${NEWEST}
      or (place - ${NEWEST} - 1) / ${OLDER}
        = ${Math.floor(now / TURN_MS)} % ((total - ${NEWEST} + ${OLDER - 1}) / ${OLDER})
    order by position desc`.execute(db)
  return rows
}
