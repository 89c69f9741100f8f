import { type QueryExecutorProvider, sql } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { Report } from './move-to-ledger-batch.ts'

/**
 * Records that a game server has run an element, and when we first heard of it.
 *
 * A client that never saw our reply reports again, so the second report of an element succeeds and changes
 * nothing. An element that was cancelled after it was offered may have run all the same: its late report is kept.
 * Undefined for an element of another server and for one that does not exist: they look the same.
 */
export async function markProcessed(db: GatewayDb, report: Report): Promise<{ processedAt: Date } | undefined> {
  const processedAt =
    (await moveToLedger(db, report)) ?? (await readLedger(db, report)) ?? (await noteLateReport(db, report))
  return processedAt && { processedAt }
}

/** Out of the queue and into the ledger in one statement, so an element is never in both or in neither. */
export async function moveToLedger(
  db: QueryExecutorProvider,
  { storeId, serverId, deliveryId, receipt = null }: Report,
): Promise<Date | undefined> {
  const { rows } = await sql<{ finished_at: Date }>`
    with done as (
      delete from pending_deliveries where store_id = ${storeId} and id = ${deliveryId} and server_id = ${serverId}
      returning store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
        resend_of, created_at, dispatched_at
    )
    insert into delivery_ledger (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos,
      unit, products, resend_of, created_at, dispatched_at, state, receipt)
    select done.*, 'processed', ${receipt} from done
    returning finished_at`.execute(db)
  return rows[0]?.finished_at
}

async function readLedger(db: GatewayDb, { storeId, serverId, deliveryId }: Report): Promise<Date | undefined> {
  const row = await db
    .selectFrom('delivery_ledger')
    .select((eb) => eb.fn.coalesce('late_report_at', 'finished_at').as('processed_at'))
    .where('store_id', '=', storeId)
    .where('id', '=', deliveryId)
    .where('server_id', '=', serverId)
    .where((eb) => eb.or([eb('state', '=', 'processed'), eb('late_report_at', 'is not', null)]))
    .executeTakeFirst()
  return row?.processed_at
}

async function noteLateReport(db: GatewayDb, { storeId, serverId, deliveryId }: Report): Promise<Date | undefined> {
  const row = await db
    .updateTable('delivery_ledger')
    .set({ late_report_at: sql<Date>`coalesce(late_report_at, now())` })
    .where('store_id', '=', storeId)
    .where('id', '=', deliveryId)
    .where('server_id', '=', serverId)
    .where('state', '=', 'cancelled')
    .where('dispatched_at', 'is not', null)
    .returning('late_report_at')
    .executeTakeFirst()
  return row?.late_report_at ?? undefined
}
