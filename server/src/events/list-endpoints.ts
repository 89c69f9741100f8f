import { sql } from 'kysely'
import { type Db, inStore } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import './endpoint.ts'
import './event.ts'

/** Oldest first, with what waits and what was given up. Secrets stay where they are. */
export async function listEndpoints(db: Db, storeId: StoreId) {
  return inStore(db, storeId, (tx) =>
    tx
      .selectFrom('webhook_endpoints as e')
      .select(['id', 'url', 'event_types', 'failing_since', 'disabled_at', 'disabled_reason', 'created_at'])
      .select(sql<Date | null>`case when old_secret_until > now() then old_secret_until end`.as('old_secret_until'))
      .select([count(sql`is not null`).as('waiting'), count(sql`is null`).as('given_up')])
      .where('store_id', '=', storeId)
      .orderBy('id')
      .execute(),
  )
}

const count = (state: ReturnType<typeof sql>) => sql<number>`(
  select count(*)::integer from webhook_deliveries d
  where d.store_id = e.store_id and d.endpoint_id = e.id and d.next_at ${state})`
