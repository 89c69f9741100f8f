import { type RawBuilder, sql } from 'kysely'
import { type Db, inStore, type ReaderDb } from '../db/database.ts'
import type { EndpointId, StoreId } from '../ids.ts'
import { abandonEvents } from './endpoints/disable-endpoint.ts'

const ATTEMPTS_KEPT = sql`interval '14 days'`
const EVENTS_KEPT = sql`interval '30 days'`

const MAX_STORES = 200
const BATCH = 2_000

/** Deletes old attempts and events of all stores in batches. Events that still have to be sent are kept. */
export async function cleanHistory(app: Db, reader: ReaderDb): Promise<void> {
  for (const { storeId, endpointId } of await disabledWithPendingEvents(reader)) {
    await abandonEvents(app, { storeId, endpointId })
  }
  await inEachStore(app, {
    stores: await storesWith(reader, sql`webhook_attempts where sent_at < now() - ${ATTEMPTS_KEPT}`),
    deleteBatch: (storeId) => sql`
      delete from webhook_attempts where ctid = any(array(
        select ctid from webhook_attempts where store_id = ${storeId} and sent_at < now() - ${ATTEMPTS_KEPT} limit ${BATCH}))`,
  })
  const abandonedEvents = sql`next_at is null and created_at < now() - ${EVENTS_KEPT}`
  await inEachStore(app, {
    stores: await storesWith(reader, sql`webhook_deliveries where ${abandonedEvents}`),
    deleteBatch: (storeId) => sql`
      delete from webhook_deliveries where ctid = any(array(
        select ctid from webhook_deliveries where store_id = ${storeId} and ${abandonedEvents} limit ${BATCH})) and next_at is null`,
  })
  const finished = sql`id < first_id_at(now() - ${EVENTS_KEPT}) and not exists (
    select from webhook_deliveries d where d.store_id = events.store_id and d.event_id = events.id)`
  await inEachStore(app, {
    stores: await storesWith(reader, sql`events where ${finished}`),
    deleteBatch: (storeId) => sql`
      delete from events where ctid = any(array(
        select ctid from events where store_id = ${storeId} and ${finished} limit ${BATCH}))`,
  })
}

/** A process may have exited after it disabled an endpoint and before it abandoned its events. */
async function disabledWithPendingEvents(reader: ReaderDb): Promise<{ storeId: StoreId; endpointId: EndpointId }[]> {
  const { rows } = await sql<{ storeId: StoreId; endpointId: EndpointId }>`
    select e.store_id as "storeId", e.id as "endpointId" from webhook_endpoints e
    where e.disabled_at is not null and exists (
      select from webhook_deliveries d
      where d.store_id = e.store_id and d.endpoint_id = e.id and d.next_at is not null)
    limit ${MAX_STORES}`.execute(reader)
  return rows
}

async function storesWith(reader: ReaderDb, rowsOf: RawBuilder<unknown>): Promise<StoreId[]> {
  const { rows } = await sql<{ store_id: StoreId }>`
    select distinct store_id from ${rowsOf} limit ${MAX_STORES}`.execute(reader)
  return rows.map((row) => row.store_id)
}

async function inEachStore(
  app: Db,
  { stores, deleteBatch }: { stores: StoreId[]; deleteBatch: (storeId: StoreId) => RawBuilder<unknown> },
): Promise<void> {
  for (const storeId of stores) {
    for (;;) {
      const { numAffectedRows = 0n } = await inStore(app, storeId, (tx) => deleteBatch(storeId).execute(tx))
      if (numAffectedRows < BigInt(BATCH)) break
    }
  }
}
