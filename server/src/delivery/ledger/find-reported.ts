import { CompiledQuery } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { DeliveryId, GameServerId } from '../../ids.ts'
import { type Report, deliveryKeys } from './move-to-ledger-batch.ts'

/** `unclear`: in the queue, in somebody else's hands; or cancelled, and this may be its late report. */
export type Found = { processedAt: Date } | 'unclear' | undefined

type Row = { id: DeliveryId; server_id: GameServerId; processed_at: Date | null }

// One snapshot for both tables: an element that moves meanwhile is seen in one of them.
const STATEMENT = `
  select w.id, w.server_id, null::timestamptz as processed_at
  from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w (store_id, server_id, id)
  join pending_deliveries p on p.store_id = w.store_id and p.id = w.id and p.server_id = w.server_id
  union all
  select w.id, w.server_id, case when l.state = 'processed' then l.finished_at else l.late_report_at end
  from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w (store_id, server_id, id)
  join delivery_ledger l on l.store_id = w.store_id and l.id = w.id and l.server_id = w.server_id
  where l.state = 'processed' or l.dispatched_at is not null`

/** Where elements are that a report did not find in the queue. Undefined: nowhere, for this server. */
export async function findReported(db: GatewayDb, reports: Report[]): Promise<Found[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(STATEMENT, deliveryKeys(reports)))
  const found = new Map(rows.map((row) => [`${row.server_id} ${row.id}`, row.processed_at]))
  return reports.map(({ serverId, deliveryId }) => {
    const processedAt = found.get(`${serverId} ${deliveryId}`)
    if (processedAt === undefined) return undefined
    return processedAt === null ? 'unclear' : { processedAt }
  })
}
