import { CompiledQuery } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import { type DeliveryKey, deliveryKeys } from './move-to-ledger.ts'

export type DeliveryStatus =
  | { status: 'pending'; dispatched: boolean; retryAt: Date | null }
  | { status: 'held' | 'unknown' }
  | { status: 'processed'; processedAt: Date }
  /** The client may have run it before it was cancelled. */
  | { status: 'cancelled'; lateReportAt: Date | null }

type Row = { place: number } & (
  | { status: 'pending' | 'held'; dispatched: boolean; at: Date | null }
  | { status: 'cancelled'; at: Date | null }
  | { status: 'processed'; at: Date }
)

// One snapshot for both tables, so a delivery that moves meanwhile is seen in exactly one of them.
const STATEMENT = `
  with wanted as materialized (
    select store_id, server_id, id, place::integer as place
    from unnest($1::uuid[], $2::uuid[], $3::uuid[]) with ordinality as w (store_id, server_id, id, place)
  )
  select w.place, case when p.hold_reason is null then 'pending' else 'held' end as status,
    p.dispatched_at is not null as dispatched, p.retry_at as at
  from wanted w
  join pending_deliveries p on p.store_id = w.store_id and p.id = w.id and p.server_id = w.server_id
  union all
  select w.place, l.state, true, case when l.state = 'processed' then l.finished_at else l.late_report_at end
  from wanted w
  join delivery_ledger l on l.store_id = w.store_id and l.id = w.id and l.server_id = w.server_id
  where l.state = 'processed' or l.dispatched_at is not null`

/** A delivery that was cancelled before it was dispatched is as unknown to its server as one that does not exist. */
export async function findDeliveryStatus(db: GatewayDb, keys: DeliveryKey[]): Promise<DeliveryStatus[]> {
  if (keys.length === 0) return []
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(STATEMENT, deliveryKeys(keys)))
  const found = new Map(rows.map((row) => [row.place, row]))
  return keys.map((_, i) => toStatus(found.get(i + 1)))
}

function toStatus(row: Row | undefined): DeliveryStatus {
  if (!row) return { status: 'unknown' }
  if (row.status === 'pending') return { status: 'pending', dispatched: row.dispatched, retryAt: row.at }
  if (row.status === 'processed') return { status: 'processed', processedAt: row.at }
  return row.status === 'held' ? { status: 'held' } : { status: 'cancelled', lateReportAt: row.at }
}
