import { sql } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import { findDeliveryStatus, type DeliveryStatus } from './find-delivery-status.ts'
import { type DeliveryKey, moveToLedger, type Report } from './move-to-ledger.ts'

export type Processed = { processedAt: Date }

/**
 * Records that a game server ran a delivery, after waiting for a transaction that has locked it. Undefined for a
 * delivery of another server and for one that does not exist.
 *
 * A client that missed our response reports again, so a second report succeeds and changes nothing. A delivery that was
 * cancelled after it was dispatched may still have run, so the time of its late report is stored.
 */
export async function markProcessed(db: GatewayDb, report: Report): Promise<Processed | undefined> {
  const [movedAt] = await moveToLedger(db, [report], { locked: 'wait' })
  if (movedAt) return { processedAt: movedAt }
  const [status] = await findDeliveryStatus(db, [report])
  if (status?.status === 'cancelled')
    return { processedAt: status.lateReportAt ?? (await recordLateReport(db, report)) }
  return status && processedOf(status)
}

/** When an earlier report of the delivery was recorded. */
export function processedOf(status: DeliveryStatus): Processed | undefined {
  if (status.status === 'processed') return status
  return status.status === 'cancelled' && status.lateReportAt ? { processedAt: status.lateReportAt } : undefined
}

async function recordLateReport(db: GatewayDb, { storeId, serverId, deliveryId }: DeliveryKey): Promise<Date> {
  const { late_report_at } = await db
    .updateTable('delivery_ledger')
    .set({ late_report_at: sql<Date>`coalesce(late_report_at, now())` })
    .where('store_id', '=', storeId)
    .where('id', '=', deliveryId)
    .where('server_id', '=', serverId)
    .returning((eb) => eb.ref('late_report_at').$notNull().as('late_report_at'))
    .executeTakeFirstOrThrow()
  return late_report_at
}

/**
 * Records that a client which reports every run once has reported a processed delivery again, so it has run it twice.
 * Reports that arrive together belong to one run: some clients send one for each product.
 */
export async function recordSecondRun(db: GatewayDb, { storeId, serverId, deliveryId }: DeliveryKey): Promise<void> {
  await db
    .updateTable('delivery_ledger')
    .set({ late_report_at: sql<Date>`now()` })
    .where('store_id', '=', storeId)
    .where('id', '=', deliveryId)
    .where('server_id', '=', serverId)
    .where('state', '=', 'processed')
    .where('dispatched_at', 'is not', null)
    .where('late_report_at', 'is', null)
    .where('finished_at', '<', sql<Date>`now() - interval '5 seconds'`)
    .execute()
}
