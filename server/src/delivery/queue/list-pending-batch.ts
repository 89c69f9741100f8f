import { CompiledQuery } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { GameServerId, StoreId } from '../../ids.ts'
import type { PendingDelivery } from './list-pending.ts'
import { READY } from './is-ready.ts'

/** What one server may bring into an answer for many. A queue that is longer is read by itself. */
const SHORT_QUEUE = { elements: 16, elementBytes: 4_096 }

type Server = { storeId: StoreId; serverId: GameServerId }
type Row = Omit<PendingDelivery, 'products'> & { server_id: GameServerId; products: string | null }

const NOTHING: PendingDelivery[] = []

const STATEMENT = `
  select w.server_id, p.id, p.position, p.checkout_id, p.game_user_id, p.delivery_type, p.offered, p.products
  from unnest($1::uuid[], $2::uuid[]) as w (store_id, server_id)
  cross join lateral (
    select p.id, p.position, p.checkout_id, p.game_user_id, p.delivery_type, p.dispatched_at is not null as offered,
      case when p.bytes <= ${SHORT_QUEUE.elementBytes} then p.products end as products
    from pending_deliveries p
    where p.store_id = w.store_id and p.server_id = w.server_id and ${READY}
    order by p.position
    limit ${SHORT_QUEUE.elements + 1}
  ) p`

/**
 * The queues of many servers in one statement, for most of which it is one look into the index that finds nothing.
 * Each is whole and in order, or null when it is too long to be read along with others.
 */
export async function listPendingBatch(db: GatewayDb, servers: Server[]): Promise<(PendingDelivery[] | null)[]> {
  const values = [
    `{${servers.map(({ storeId }) => storeId).join()}}`,
    `{${servers.map(({ serverId }) => serverId).join()}}`,
  ]
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(STATEMENT, values))
  if (rows.length === 0) return servers.map(() => NOTHING)
  const queues = Map.groupBy(rows, (row) => row.server_id)
  return servers.map(({ serverId }) => toQueue(queues.get(serverId) ?? []))
}

/** A server that asked twice at the same moment has its rows twice. */
function toQueue(all: Row[]): PendingDelivery[] | null {
  if (all.length === 0) return NOTHING
  const rows = [...new Map(all.map((row) => [row.id, row])).values()]
  if (rows.length > SHORT_QUEUE.elements) return null
  const queue = rows.filter((row): row is Row & PendingDelivery => row.products !== null)
  return queue.length === rows.length ? queue : null
}
