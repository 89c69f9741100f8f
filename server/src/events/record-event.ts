import type { EventType } from '@quartermaster/contract/webhook-events'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { type EndpointId, type EventId, newId, type StoreId } from '../ids.ts'
import './event.ts'

export type { EventType }

export type NewEvent = {
  storeId: StoreId
  type: EventType
  /** As `WEBHOOK_EVENTS` of the contract describes it for this type. */
  data: Record<string, unknown>
  /** Sends to this endpoint only. By default, to every enabled endpoint of the store that subscribed to the type. */
  only?: EndpointId
}

/**
 * Runs in the transaction that caused the event, so both are committed or neither is. The body is written once, and every
 * attempt at every endpoint sends these bytes.
 */
export async function recordEvent(tx: Tx, { storeId, type, data, only }: NewEvent): Promise<EventId> {
  const id = newId<EventId>()
  await sql`
    with event as (
      insert into events (store_id, id, type, body)
      values (${storeId}, ${id}, ${type}, concat('{"type":"', ${type}::text, '","timestamp":"',
        wire_time(now()), '","data":', ${JSON.stringify(data)}::text, '}'))),
    subscribed as (
      select id from webhook_endpoints
      where store_id = ${storeId} and disabled_at is null
        and case when ${only ?? null}::uuid is null then cardinality(event_types) = 0 or ${type}::text = any(event_types)
            else id = ${only ?? null}::uuid end
      order by id
      -- Skips an endpoint that is being deleted, instead of failing the sale below.
      for key share)
    insert into webhook_deliveries (store_id, event_id, endpoint_id, next_at)
    select ${storeId}, ${id}, id, now() from subscribed`.execute(tx)
  return id
}
