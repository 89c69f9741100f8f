import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import type { EndpointKey } from './endpoint.ts'

/** Oldest first, with the number of pending and abandoned events, without secrets. */
export async function listEndpoints(db: Db | Tx, storeId: StoreId) {
  return inStore(db, storeId, (tx) => selectEndpoints(tx, storeId).orderBy('id').execute())
}

export type EndpointDetails = Awaited<ReturnType<typeof listEndpoints>>[number]

export async function showEndpoint(tx: Tx, { storeId, endpointId }: EndpointKey): Promise<EndpointDetails> {
  const endpoint = await selectEndpoints(tx, storeId).where('id', '=', endpointId).executeTakeFirst()
  if (!endpoint) throw new AppError('not_found', 'There is no such webhook endpoint')
  return endpoint
}

function selectEndpoints(tx: Tx, storeId: StoreId) {
  return tx
    .selectFrom('webhook_endpoints as e')
    .select(['id', 'url', 'event_types', 'failing_since', 'disabled_at', 'disabled_reason', 'version', 'created_at'])
    .select(
      sql<Date | null>`case when old_secret_expires_at > now() then old_secret_expires_at end`.as(
        'old_secret_expires_at',
      ),
    )
    .select([count(sql`is not null`).as('pending_events'), count(sql`is null`).as('abandoned_events')])
    .where('store_id', '=', storeId)
}

const count = (state: ReturnType<typeof sql>) => sql<number>`(
  select count(*)::integer from webhook_deliveries d
  where d.store_id = e.store_id and d.endpoint_id = e.id and d.next_at ${state})`
