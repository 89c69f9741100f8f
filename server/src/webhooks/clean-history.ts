import { type RawBuilder, sql } from 'kysely'
import { type Db, inStore, type ReaderDb } from '../db/database.ts'
import type { EndpointId, StoreId } from '../ids.ts'
import { abandonEvents } from './endpoints/disable-endpoint.ts'

const ATTEMPTS_KEPT = sql`interval '14 days'`
const EVENTS_KEPT = sql`interval '30 days'`

const BATCH = 2_000

type Endpoint = { storeId: StoreId; endpointId: EndpointId }

/**
 * Deletes old attempts and events of all stores in batches. Events that still have to be sent are kept. Old rows are found
 * endpoint by endpoint and store by store, with one row of an index for each, however many rows there are.
 */
export async function cleanHistory(app: Db, reader: ReaderDb): Promise<void> {
  const pending = sql`webhook_deliveries where next_at is not null`
  for (const endpoint of await endpointsWith(reader, pending, { isDisabled: true })) await abandonEvents(app, endpoint)

  const areOld = sql`sent_at < now() - ${ATTEMPTS_KEPT}`
  for (const { storeId, endpointId } of await endpointsWith(reader, sql`webhook_attempts where ${areOld}`)) {
    const deleteBatch = sql`
      delete from webhook_attempts where ctid = any(array(
        select ctid from webhook_attempts
        where store_id = ${storeId} and endpoint_id = ${endpointId} and ${areOld} limit ${BATCH}))`
    await repeatInStore(app, storeId, deleteBatch)
  }
  const areGivenUp = sql`next_at is null and created_at < now() - ${EVENTS_KEPT}`
  for (const { storeId, endpointId } of await endpointsWith(reader, sql`webhook_deliveries where ${areGivenUp}`)) {
    const deleteBatch = sql`
      delete from webhook_deliveries where ctid = any(array(
        select ctid from webhook_deliveries
        where store_id = ${storeId} and endpoint_id = ${endpointId} and ${areGivenUp} limit ${BATCH})) and next_at is null`
    await repeatInStore(app, storeId, deleteBatch)
  }
  for (const storeId of await storesWithOldEvents(reader)) {
    const deleteBatch = sql`
      delete from events where ctid = any(array(
        select ctid from events
        where store_id = ${storeId} and id < first_id_at(now() - ${EVENTS_KEPT}) and not exists (
          select from webhook_deliveries d where d.store_id = events.store_id and d.event_id = events.id) limit ${BATCH}))`
    await repeatInStore(app, storeId, deleteBatch)
  }
}

/** With `isDisabled`, those that are: a process may have exited after it disabled one and before it abandoned its events. */
async function endpointsWith(
  reader: ReaderDb,
  rowsOf: RawBuilder<unknown>,
  { isDisabled = false } = {},
): Promise<Endpoint[]> {
  const { rows } = await sql<Endpoint>`
    select e.store_id as "storeId", e.id as "endpointId" from webhook_endpoints e cross join lateral (
      select from ${rowsOf} and store_id = e.store_id and endpoint_id = e.id limit 1) found
    where ${isDisabled ? sql`e.disabled_at is not null` : sql`true`}`.execute(reader)
  return rows
}

async function storesWithOldEvents(reader: ReaderDb): Promise<StoreId[]> {
  const { rows } = await sql<{ storeId: StoreId }>`
    with recursive oldest as (
      (select store_id, id from events order by store_id, id limit 1)
      union all
      select e.store_id, e.id
      from oldest o cross join lateral (
        select store_id, id from events where store_id > o.store_id order by store_id, id limit 1) e)
    select store_id as "storeId" from oldest where id < first_id_at(now() - ${EVENTS_KEPT})`.execute(reader)
  return rows.map(({ storeId }) => storeId)
}

/** Until a batch is not full. */
async function repeatInStore(app: Db, storeId: StoreId, deleteBatch: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await inStore(app, storeId, (tx) => deleteBatch.execute(tx))
    if (numAffectedRows < BigInt(BATCH)) return
  }
}
