import { type Db, inStore } from '../db/database.ts'
import type { EventId } from '../ids.ts'
import type { EndpointKey } from './endpoint.ts'
import './event.ts'

/** Newest first. */
export async function listAttempts(
  db: Db,
  { storeId, endpointId, eventId, most }: EndpointKey & { eventId?: EventId; most: number },
) {
  return inStore(db, storeId, (tx) =>
    tx
      .selectFrom('webhook_attempts as a')
      .leftJoin('events as e', (join) => join.onRef('e.store_id', '=', 'a.store_id').onRef('e.id', '=', 'a.event_id'))
      .select(['a.event_id', 'e.type', 'a.sent_at', 'a.status', 'a.error', 'a.ms'])
      .where('a.store_id', '=', storeId)
      .where('a.endpoint_id', '=', endpointId)
      .$if(eventId !== undefined, (query) => query.where('a.event_id', '=', eventId as EventId))
      .orderBy('a.sent_at', 'desc')
      .orderBy('a.event_id', 'desc')
      .limit(most)
      .execute(),
  )
}
