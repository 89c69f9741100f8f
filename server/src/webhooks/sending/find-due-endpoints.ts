import { sql } from 'kysely'
import type { ReaderDb } from '../../db/database.ts'
import type { EndpointId, StoreId } from '../../ids.ts'

export type DueEndpoint = { storeId: StoreId; endpointId: EndpointId; isFailing: boolean; dueSeconds: number }

/**
 * Finds the endpoints with due events in all stores. The query moves through the index from one endpoint to the next and
 * reads only the first row of each, so the length of a backlog does not matter.
 */
export async function findDueEndpoints(db: ReaderDb): Promise<DueEndpoint[]> {
  const { rows } = await sql<DueEndpoint>`
    with recursive heads as (
      (select store_id, endpoint_id, next_at from webhook_deliveries
       where next_at is not null
       order by store_id, endpoint_id, next_at, position limit 1)
      union all
      select d.store_id, d.endpoint_id, d.next_at
      from heads h cross join lateral (
        select store_id, endpoint_id, next_at from webhook_deliveries
        where next_at is not null and (store_id, endpoint_id) > (h.store_id, h.endpoint_id)
        order by store_id, endpoint_id, next_at, position limit 1) d)
    select e.store_id as "storeId", e.id as "endpointId", e.failing_since is not null as "isFailing",
      extract(epoch from now() - h.next_at)::float8 as "dueSeconds"
    from heads h cross join lateral (
      select store_id, id, failing_since from webhook_endpoints
      where store_id = h.store_id and id = h.endpoint_id
        and disabled_at is null and coalesce(paused_until <= now(), true)
      limit 1) e
    where h.next_at <= now()`.execute(db)
  return rows
}
