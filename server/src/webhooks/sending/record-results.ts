import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import type { EventId } from '../../ids.ts'
import { disableLocked } from '../endpoints/disable-endpoint.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'

export type Result = {
  eventId: EventId
  sentAt: Date
  ms: number
  status: number | null
  error: string | null
  /** Seconds until the next attempt, or null after the last one. Ignored after a success. */
  backOff: number | null
  /** Seconds that the receiver asked for with Retry-After. */
  retryAfter: number
}

export type RecordedResults = { disabled: 'gone' | 'failing' | null }

const GONE = 410
const DISABLE_AFTER_SECONDS = 5 * 86_400
/** A failing endpoint is paused for a tenth of the time that it has been failing: cheap, and its recovery is noticed soon. */
const PAUSE_SHARE = 0.1
const MIN_PAUSE_SECONDS = 1
const MAX_PAUSE_SECONDS = 60

export function isSuccess({ status }: Pick<Result, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Records the results of several attempts at one endpoint in one transaction. Recording a result again has no effect. */
export async function recordResults(
  db: Db,
  { storeId, endpointId, results }: EndpointKey & { results: Result[] },
): Promise<RecordedResults> {
  const key = { storeId, endpointId }
  return inStore(db, storeId, async (tx) => {
    const endpoint = await stateOf(tx, key)
    if (!endpoint) return { disabled: null } // the endpoint was deleted meanwhile, with its events
    const failed = !results.some(isSuccess)
    const disabled = results.some(({ status }) => status === GONE)
      ? 'gone'
      : failed && (endpoint.failing ?? 0) >= DISABLE_AFTER_SECONDS
        ? 'failing'
        : null
    await writeResults(tx, { ...key, results, isLast: endpoint.isDisabled || disabled !== null })
    await writeHealth(tx, {
      ...key,
      failed,
      failing: endpoint.failing,
      retryAfter: Math.max(...results.map(({ retryAfter }) => retryAfter)),
    })
    if (disabled !== null && !endpoint.isDisabled) await disableLocked(tx, { ...key, reason: disabled })
    return { disabled: endpoint.isDisabled ? null : disabled }
  })
}

type State = { isDisabled: boolean; failing: number | null }

async function stateOf(tx: Tx, { storeId, endpointId }: EndpointKey): Promise<State | undefined> {
  const { rows } = await sql<State>`
    select disabled_at is not null as "isDisabled", extract(epoch from now() - failing_since)::float as failing
    from webhook_endpoints where store_id = ${storeId} and id = ${endpointId}
    for no key update`.execute(tx)
  return rows[0]
}

async function writeResults(
  tx: Tx,
  { storeId, endpointId, results, isLast }: EndpointKey & { results: Result[]; isLast: boolean },
): Promise<void> {
  const list = results.map((result) => ({ ...result, ok: isSuccess(result) }))
  await sql`
    with result as (
      select * from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
        as r ("eventId" uuid, "sentAt" timestamptz, ms integer, status smallint, error text, "backOff" float, ok boolean)),
    recorded as (
      insert into webhook_attempts (store_id, endpoint_id, sent_at, event_id, status, error, ms)
      select ${storeId}, ${endpointId}, "sentAt", "eventId", status, error, ms from result
      on conflict do nothing),
    delivered as (
      delete from webhook_deliveries d using result r
      where d.store_id = ${storeId} and d.event_id = r."eventId" and d.endpoint_id = ${endpointId} and r.ok)
    update webhook_deliveries d
    set attempts = d.attempts + 1, next_at = case when not ${isLast}::boolean then now() + make_interval(secs => r."backOff") end
    from result r
    where d.store_id = ${storeId} and d.event_id = r."eventId" and d.endpoint_id = ${endpointId} and not r.ok`.execute(
    tx,
  )
}

/** Updates the endpoint only if its health changed, because most attempts succeed. */
async function writeHealth(
  tx: Tx,
  {
    storeId,
    endpointId,
    failed,
    failing,
    retryAfter,
  }: EndpointKey & { failed: boolean; failing: number | null; retryAfter: number },
): Promise<void> {
  if (!failed && failing === null && retryAfter === 0) return
  // A single failure can be an accident. The endpoint is paused from the second failure in a row.
  const pause =
    failed && failing !== null ? Math.min(Math.max(failing * PAUSE_SHARE, MIN_PAUSE_SECONDS), MAX_PAUSE_SECONDS) : 0
  const seconds = Math.max(pause, retryAfter)
  await sql`
    update webhook_endpoints
    set failing_since = case when ${failed}::boolean then coalesce(failing_since, now()) end,
      paused_until = case when ${seconds}::float > 0 then now() + make_interval(secs => ${seconds}::float) end
    where store_id = ${storeId} and id = ${endpointId}`.execute(tx)
}
