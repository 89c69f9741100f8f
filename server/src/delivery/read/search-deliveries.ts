import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { keysetPage } from '../../db/keyset-page.ts'
import type { DeliveryId, StoreId } from '../../ids.ts'
import { requireText } from '../../text.ts'
import { chooseDeliveries, type DeliveryFilter, matchDelivery } from './choose-deliveries.ts'
import { type DeliveryRow, readDeliveries } from './read-deliveries.ts'

export type DeliveryPage = { deliveries: DeliveryRow[]; next: DeliveryId | null }

/**
 * The delivery deliveries of a store, waiting and finished ones together, newest first. A page may be short, or empty,
 * and still have a next one: see `keysetPage`.
 */
export async function searchDeliveries(
  tx: Tx,
  { most, ...filter }: DeliveryFilter & { most: number },
): Promise<DeliveryPage> {
  if (filter.gameUserId !== undefined) requireText('The player', filter.gameUserId, { most: 255 })
  const source = await chooseDeliveries(tx, filter)
  const { ids, next } = await keysetPage<DeliveryId>(tx, { source, keep: matchDelivery(filter), most })
  const fitting = await thatFit(tx, { storeId: filter.storeId, ids })
  const deliveries = await readDeliveries(tx, { storeId: filter.storeId, ids: fitting })
  return { deliveries, next: fitting.length < ids.length ? (fitting.at(-1) ?? next) : next }
}

/** What a page reads at the most, and always one: what was sold may be large, and a thousand of it lie in a row. */
const MOST_BYTES = 4 * 1024 * 1024

async function thatFit(tx: Tx, { storeId, ids }: { storeId: StoreId; ids: DeliveryId[] }): Promise<DeliveryId[]> {
  if (ids.length < 2) return ids
  const { rows } = await sql<{ fit: number }>`
    select count(*) filter (where place = 1 or upto <= ${MOST_BYTES})::integer as fit from (
      select wanted.place, sum(found.bytes) over (order by wanted.place) as upto
      from unnest(${ids}::uuid[]) with ordinality as wanted (id, place) cross join lateral (
        select octet_length(products) as bytes from pending_deliveries where store_id = ${storeId} and id = wanted.id
        union all
        select octet_length(products) + coalesce(octet_length(receipt), 0) from delivery_ledger where store_id = ${storeId} and id = wanted.id
        offset 0) found) counted`.execute(tx)
  return ids.slice(0, Math.max(rows[0]?.fit ?? 1, 1))
}
