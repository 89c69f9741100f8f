import type { EventType } from '@quartermaster/contract/webhook-events'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { type EndpointId, type EventId, newId, type StoreId } from '../ids.ts'

export type { EventType }

export type NewEvent = {
  storeId: StoreId
  type: EventType
  /** As the contract describes it for this type. */
  data: Record<string, unknown>
  /** Absent: every enabled endpoint that receives this type. */
  only?: EndpointId
}

/**
 * Takes the transaction that causes the event, so both happen or neither does. The body is written once, and every attempt at
 * every endpoint sends these bytes.
 */
export async function recordEvent(tx: Tx, { storeId, type, data, only }: NewEvent): Promise<EventId> {
  const id = newId<EventId>()
  await sql`
    select record_events(${storeId}, ${type}, ${[id]}::uuid[], ${[JSON.stringify(data)]}::text[], ${only ?? null})`.execute(
    tx,
  )
  return id
}
