import { sql } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { GameServerId, StoreId } from '../../ids.ts'
import type { PendingDelivery } from './list-pending.ts'

const MOST = 10
const NEWEST = 5
/** At one poll in ten seconds, long enough to look at each of ten elements, and at the end once. */
const TURN_MS = 120_000

/**
 * Purchases only, the newest first. These clients look at one element a poll: they step over an offline player by
 * one place, and go back to the first only after a delivery or behind the last. A long answer would keep a new
 * buyer waiting for as many polls as it has elements, so a long queue comes in short answers: the newest five, and
 * five of the rest that change every two minutes.
 */
export async function listForMta(
  db: GatewayDb,
  { storeId, serverId, now }: { storeId: StoreId; serverId: GameServerId; now: number },
): Promise<PendingDelivery[]> {
  const { rows } = await sql<PendingDelivery>`
    with waiting as (
      select id, position, checkout_id, game_user_id, delivery_type, dispatched_at is not null as offered, products,
        row_number() over (order by position desc) as place, count(*) over () as total
      from pending_deliveries
      where store_id = ${storeId} and server_id = ${serverId} and delivery_type = 'APPROVE'
        and hold_reason is null and retry_at is null
    )
    select id, position, checkout_id, game_user_id, delivery_type, offered, products
    from waiting
    where total <= ${MOST} or place <= ${NEWEST}
      or (place - ${NEWEST} - 1) / ${MOST - NEWEST}
        = ${Math.floor(now / TURN_MS)} % ((total - ${NEWEST} + ${MOST - NEWEST - 1}) / ${MOST - NEWEST})
    order by position desc`.execute(db)
  return rows
}
