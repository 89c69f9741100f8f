import type { EventType } from '@quartermaster/contract/webhook-events'
import type { Generated, GeneratedAlways } from 'kysely'
import type { EndpointId, EventId, StoreId } from '../ids.ts'

declare module '../db/database.ts' {
  interface Tables {
    events: { store_id: StoreId; id: EventId; type: EventType; body: string; created_at: Generated<Date> }
    webhook_deliveries: {
      store_id: StoreId
      event_id: EventId
      endpoint_id: EndpointId
      position: GeneratedAlways<number>
      attempts: Generated<number>
      next_at: Date | null
      created_at: Generated<Date>
    }
    webhook_attempts: {
      store_id: StoreId
      endpoint_id: EndpointId
      sent_at: Date
      event_id: EventId
      status: number | null
      error: string | null
      ms: number
    }
  }
}
