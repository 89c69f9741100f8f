import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import type { EventId } from '../../ids.ts'
import type { EndpointKey } from './endpoint.ts'

type AttemptFilter = EndpointKey & {
  eventId?: EventId
  limit: number
  /** The last attempt of the previous page. */
  after?: { sentAt: Date; eventId: EventId }
}

export async function listAttempts(db: Db | Tx, { storeId, endpointId, eventId, limit, after }: AttemptFilter) {
  return inStore(db, storeId, (tx) =>
    tx
      .selectFrom('webhook_attempts as a')
      .leftJoin('events as e', (join) => join.onRef('e.store_id', '=', 'a.store_id').onRef('e.id', '=', 'a.event_id'))
      .select(['a.event_id', 'e.type', 'e.body', 'a.sent_at', 'a.status', 'a.error', 'a.ms'])
      .where('a.store_id', '=', storeId)
      .where('a.endpoint_id', '=', endpointId)
      .$if(eventId !== undefined, (query) => query.where('a.event_id', '=', eventId as EventId))
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(a.sent_at, a.event_id) < (${after?.sentAt}::timestamptz, ${after?.eventId}::uuid)`),
      )
      .orderBy('a.sent_at', 'desc')
      .orderBy('a.event_id', 'desc')
      .limit(limit)
      .execute(),
  )
}
