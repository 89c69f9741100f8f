import { RETRY_DELAYS_SECONDS } from '@quartermaster/contract/games/limits'
import { CompiledQuery } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { DeliveryId, GameServerId, StoreId } from '../../ids.ts'

export type Failure = {
  deliveryId: DeliveryId
  attempt: number
  outcome: 'failed' | 'uncertain'
  commandsRun: number
  reason: string
  output: string | null
  /** False if every attempt would fail. */
  mayRetry: boolean
}

// An outcome counts once, for the attempt that it names: a repeated or late report finds another attempt number. Rows are
// locked in queue order, as by refunds, so there is no deadlock.
const STATEMENT = `
  with reported as (
    select distinct on (id, attempt) id, attempt, outcome, commands_run, reason, output, may_retry
    from unnest($3::uuid[], $4::smallint[], $5::text[], $6::smallint[], $7::text[], $8::text[], $9::boolean[])
      as w (id, attempt, outcome, commands_run, reason, output, may_retry)
  ), locked as (
    select w.id, w.attempt, w.outcome, w.commands_run, w.reason, w.output, w.may_retry
    from reported w
    join pending_deliveries p on p.store_id = $1 and p.id = w.id and p.server_id = $2 and p.attempts + 1 = w.attempt
    order by p.position
    for no key update of p
  ), recorded as (
    update pending_deliveries p set
      attempts = w.attempt,
      commands_run = greatest(p.commands_run, w.commands_run),
      retry_at = case when w.outcome = 'failed' and w.may_retry
        then now() + make_interval(secs => ($10::integer[])[w.attempt]) end,
      hold_reason = case when w.outcome = 'uncertain' then 'uncertain'
        when not w.may_retry or w.attempt > cardinality($10::integer[]) then 'failed' end
    from locked w
    where p.store_id = $1 and p.server_id = $2 and p.id = w.id and p.attempts + 1 = w.attempt and p.hold_reason is null
      and p.dispatched_at is not null
    returning p.store_id, p.id, p.attempts, p.server_id, w.outcome, p.commands_run, w.reason, w.output
  )
  insert into delivery_attempts (store_id, delivery_id, attempt, server_id, outcome, commands_run, reason, output)
  select * from recorded`

/**
 * Stores that attempts of a server failed or are uncertain. A failed delivery is retried after a pause; one that is
 * uncertain, or failed too often, is held until staff resolve it.
 */
export async function recordFailures(
  db: GatewayDb,
  { storeId, serverId }: { storeId: StoreId; serverId: GameServerId },
  failures: Failure[],
): Promise<void> {
  if (failures.length === 0) return
  await db.executeQuery(
    CompiledQuery.raw(STATEMENT, [
      storeId,
      serverId,
      failures.map(({ deliveryId }) => deliveryId),
      failures.map(({ attempt }) => attempt),
      failures.map(({ outcome }) => outcome),
      failures.map(({ commandsRun }) => commandsRun),
      failures.map(({ reason }) => reason),
      failures.map(({ output }) => output),
      failures.map(({ mayRetry }) => mayRetry),
      RETRY_DELAYS_SECONDS,
    ]),
  )
}
