import { CompiledQuery } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { DeliveryId, GameServerId, StoreId } from '../../ids.ts'

export type Report = {
  storeId: StoreId
  serverId: GameServerId
  deliveryId: DeliveryId
  /** What the game answered, from clients that tell. */
  receipt?: string | null
}

const STATEMENT = `
  with here as (
    select p.store_id, p.id, w.receipt
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) as w (store_id, server_id, id, receipt)
    join pending_deliveries p on p.store_id = w.store_id and p.id = w.id and p.server_id = w.server_id
    for update of p skip locked
  ), done as (
    delete from pending_deliveries p using here where p.store_id = here.store_id and p.id = here.id
    returning p.store_id, p.id, p.server_id, p.position, p.checkout_id, p.game_user_id, p.delivery_type, p.line_nos, p.unit,
      p.products, p.resend_of, p.created_at, p.dispatched_at
  )
  insert into delivery_ledger (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit,
    products, resend_of, created_at, dispatched_at, state, receipt)
  select done.*, 'processed', (select here.receipt from here where here.id = done.id limit 1) from done
  returning id, server_id, finished_at`

/**
 * Out of the queue and into the ledger in one statement and one commit for all, so an element is never in both or in
 * neither. Undefined for what is not in the queue, and for what somebody else has in his hands just now.
 */
export async function moveToLedgerBatch(db: GatewayDb, reports: Report[]): Promise<(Date | undefined)[]> {
  const { rows } = await db.executeQuery<{ id: DeliveryId; server_id: GameServerId; finished_at: Date }>(
    CompiledQuery.raw(STATEMENT, [...deliveryKeys(reports), receiptsOf(reports)]),
  )
  const moved = new Map(rows.map((row) => [row.id, row]))
  return reports.map(({ deliveryId, serverId }) => {
    const row = moved.get(deliveryId)
    return row?.server_id === serverId ? row.finished_at : undefined
  })
}

/** Null for none at all, which is what clients of the first interface send. */
function receiptsOf(reports: Report[]): (string | null)[] | null {
  return reports.some(({ receipt }) => receipt) ? reports.map(({ receipt }) => receipt ?? null) : null
}

/** Ids, as arrays that the database reads: a thousand at a time, they are not worth a driver's care. */
export function deliveryKeys(reports: Report[]): string[] {
  return [
    `{${reports.map(({ storeId }) => storeId).join()}}`,
    `{${reports.map(({ serverId }) => serverId).join()}}`,
    `{${reports.map(({ deliveryId }) => deliveryId).join()}}`,
  ]
}
