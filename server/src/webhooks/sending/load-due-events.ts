import { sql } from 'kysely'
import { type Db, inStore } from '../../db/database.ts'
import type { EventId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { type EndpointKey, openSecret } from '../endpoints/endpoint.ts'

/** `attempts` is the number of failed attempts so far. */
export type DueEvent = { eventId: EventId; attempts: number; body: string }

export type DueWork = { url: string; secrets: string[]; isFailing: boolean; events: DueEvent[] }

type Row = {
  url: string
  secret: Buffer
  secret_key_id: string
  old_secret: Buffer | null
  old_secret_key_id: string | null
  is_failing: boolean
  event_id: EventId
  attempts: number
  body: string
}

/**
 * Loads the due events of an endpoint, oldest first. The rows are not claimed, because the caller holds the endpoint's
 * lock; a row changes only when there is a result.
 */
export async function loadDueEvents(
  db: Db,
  {
    storeId,
    endpointId,
    limit,
    inProgress,
    sealer,
  }: EndpointKey & { limit: number; inProgress: EventId[]; sealer: Sealer },
): Promise<DueWork | undefined> {
  const { rows } = await inStore(db, storeId, (tx) =>
    sql<Row>`
      select e.url, e.secret, e.secret_key_id, e.failing_since is not null as is_failing,
        case when e.old_secret_expires_at > now() then e.old_secret end as old_secret, e.old_secret_key_id,
        d.event_id, d.attempts, v.body
      from webhook_endpoints e
      cross join lateral (
        select event_id, attempts, next_at, position from webhook_deliveries
        where store_id = ${storeId} and endpoint_id = ${endpointId} and next_at <= now()
          and event_id <> all(${inProgress}::uuid[])
        order by next_at, position
        limit ${limit}) d
      join events v on v.store_id = ${storeId} and v.id = d.event_id
      where e.store_id = ${storeId} and e.id = ${endpointId}
        and e.disabled_at is null and coalesce(e.paused_until <= now(), true)
      order by d.next_at, d.position`.execute(tx),
  )
  const [first] = rows
  if (!first) return undefined
  return {
    url: first.url,
    secrets: secretsOf(first, { storeId, endpointId, sealer }),
    isFailing: first.is_failing,
    events: rows.map((row) => ({ eventId: row.event_id, attempts: row.attempts, body: row.body })),
  }
}

function secretsOf(row: Row, { sealer, ...key }: EndpointKey & { sealer: Sealer }): string[] {
  const secret = openSecret(sealer, { keyId: row.secret_key_id, sealed: row.secret }, key)
  if (row.old_secret === null || row.old_secret_key_id === null) return [secret]
  return [secret, openSecret(sealer, { keyId: row.old_secret_key_id, sealed: row.old_secret }, key)]
}
