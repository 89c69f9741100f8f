import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import type { EventId } from '../../ids.ts'
import { disableInside } from '../endpoints/disable-endpoint.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'

export type Result = {
  eventId: EventId
  sentAt: Date
  ms: number
  status: number | null
  error: string | null
  /** Seconds until the next attempt; null: this was the last one. Without meaning after a success. */
  pause: number | null
  /** Seconds of rest that the receiver asked for. */
  rest: number
}

export type Noted = { disabled: 'gone' | 'failing' | null }

const GONE = 410
const PATIENCE_SECONDS = 5 * 86_400
/** A failing endpoint is tried less and less often, so that it costs little; when it works again that is soon seen. */
const SHARE_OF_FAILING = 0.1
const SHORTEST_PAUSE = 1
const LONGEST_PAUSE = 60

export function isSuccess({ status }: Pick<Result, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Writes down what came of some attempts at one endpoint, all of it or nothing. Noting a result again is harmless. */
export async function recordResults(
  db: Db,
  { storeId, endpointId, results }: EndpointKey & { results: Result[] },
): Promise<Noted> {
  const key = { storeId, endpointId }
  return inStore(db, storeId, async (tx) => {
    const endpoint = await stateOf(tx, key)
    if (!endpoint) return { disabled: null } // removed meanwhile, and its deliveries with it
    const failed = !results.some(isSuccess)
    const disabled = results.some(({ status }) => status === GONE)
      ? 'gone'
      : failed && (endpoint.failing ?? 0) >= PATIENCE_SECONDS
        ? 'failing'
        : null
    await writeResults(tx, { ...key, results, isLast: endpoint.isDisabled || disabled !== null })
    await writeHealth(tx, {
      ...key,
      failed,
      failing: endpoint.failing,
      rest: Math.max(...results.map(({ rest }) => rest)),
    })
    if (disabled !== null && !endpoint.isDisabled) await disableInside(tx, { ...key, reason: disabled })
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
        as r ("eventId" uuid, "sentAt" timestamptz, ms integer, status smallint, error text, pause float, ok boolean)),
    noted as (
      insert into webhook_attempts (store_id, endpoint_id, sent_at, event_id, status, error, ms)
      select ${storeId}, ${endpointId}, "sentAt", "eventId", status, error, ms from result
      on conflict do nothing),
    delivered as (
      delete from webhook_deliveries d using result r
      where d.store_id = ${storeId} and d.event_id = r."eventId" and d.endpoint_id = ${endpointId} and r.ok)
    update webhook_deliveries d
    set attempts = d.attempts + 1, next_at = case when not ${isLast}::boolean then now() + make_interval(secs => r.pause) end
    from result r
    where d.store_id = ${storeId} and d.event_id = r."eventId" and d.endpoint_id = ${endpointId} and not r.ok`.execute(
    tx,
  )
}

/** Touches the endpoint only when something about it changes: mostly all is well, and stays so. */
async function writeHealth(
  tx: Tx,
  {
    storeId,
    endpointId,
    failed,
    failing,
    rest,
  }: EndpointKey & { failed: boolean; failing: number | null; rest: number },
): Promise<void> {
  if (!failed && failing === null && rest === 0) return
  // One failure says little. From the second in a row on the endpoint is left alone for a while.
  const pause =
    failed && failing !== null ? Math.min(Math.max(failing * SHARE_OF_FAILING, SHORTEST_PAUSE), LONGEST_PAUSE) : 0
  const seconds = Math.max(pause, rest)
  await sql`
    update webhook_endpoints
    set failing_since = case when ${failed}::boolean then coalesce(failing_since, now()) end,
      paused_until = case when ${seconds}::float > 0 then now() + make_interval(secs => ${seconds}::float) end
    where store_id = ${storeId} and id = ${endpointId}`.execute(tx)
}
