import { CompiledQuery } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { DeliveryId, GameServerId, StoreId } from '../../ids.ts'
import { deliveryKeys } from '../ledger/move-to-ledger-batch.ts'

export type Offer = { storeId: StoreId; serverId: GameServerId; ids: DeliveryId[] }

const STATEMENT = `
  with here as (
    select p.store_id, p.id
    from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w (store_id, server_id, id)
    join pending_deliveries p on p.store_id = w.store_id and p.id = w.id and p.server_id = w.server_id
    for no key update of p skip locked
  )
  update pending_deliveries p set dispatched_at = coalesce(p.dispatched_at, now())
  from here
  where p.store_id = here.store_id and p.id = here.id
  returning p.id, p.products`

/**
 * Notes the first offer of elements of many servers in one statement. Null for a server of which something is gone or in
 * somebody else's hands: waiting for that would keep the others waiting.
 */
export async function markDispatchedBatch(db: GatewayDb, offers: Offer[]): Promise<(Map<DeliveryId, string> | null)[]> {
  const wanted = offers.flatMap(({ storeId, serverId, ids }) =>
    ids.map((deliveryId) => ({ storeId, serverId, deliveryId })),
  )
  const distinct = [...new Map(wanted.map((element) => [element.deliveryId, element])).values()]
  const { rows } = await db.executeQuery<{ id: DeliveryId; products: string }>(
    CompiledQuery.raw(STATEMENT, deliveryKeys(distinct)),
  )
  const products = new Map(rows.map((row) => [row.id, row.products]))
  return offers.map(({ ids }) => (ids.every((id) => products.has(id)) ? products : null))
}
