import { CompiledQuery } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import { type Asked, READY_COLUMNS, REACHABLE, type ReadyDelivery } from './list-ready.ts'

/** What one server may bring into an answer for many. A queue that is longer is read by itself. */
const SHORT_QUEUE = { elements: 16, elementBytes: 4_096 }

type Row = Omit<ReadyDelivery, 'products'> & { place: number; products: string | null }

const NOTHING: ReadyDelivery[] = []

const STATEMENT = `
  with asked as materialized (
    select store_id, server_id, place, case when online is not null
        then array(select lower(name) from json_array_elements_text(online::json) as name) end as online
    from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as w (store_id, server_id, online, place)
    where exists (
      select from pending_deliveries p where p.store_id = w.store_id and p.server_id = w.server_id and p.hold_reason is null)
  )
  select w.place::integer as place, ready.*
  from asked w
  cross join lateral (
    select ${READY_COLUMNS}, case when p.bytes <= ${SHORT_QUEUE.elementBytes} then p.products end as products
    from pending_deliveries p
    where p.store_id = w.store_id and p.server_id = w.server_id and ${REACHABLE}
    order by p.position
    limit ${SHORT_QUEUE.elements + 1}
  ) ready`

/**
 * What many servers can deliver now, in one statement, for most of which it is one look into the index that finds nothing:
 * who is online is read where something waits.
 * Each list is whole and in order, or null when it is too long to be read along with others.
 */
export async function listReadyBatch(db: GatewayDb, asked: Asked[]): Promise<(ReadyDelivery[] | null)[]> {
  const values = [
    asked.map(({ storeId }) => storeId),
    asked.map(({ serverId }) => serverId),
    asked.map(({ online }) => (online === undefined ? null : JSON.stringify(online))),
  ]
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(STATEMENT, values))
  if (rows.length === 0) return asked.map(() => NOTHING)
  const lists = Map.groupBy(rows, (row) => row.place)
  return asked.map((_, i) => toList(lists.get(i + 1) ?? []))
}

function toList(rows: Row[]): ReadyDelivery[] | null {
  if (rows.length > SHORT_QUEUE.elements) return null
  const list = rows.filter((row): row is Row & ReadyDelivery => row.products !== null)
  return list.length === rows.length ? list : null
}
