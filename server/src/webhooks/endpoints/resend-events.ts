import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { EventId } from '../../ids.ts'
import { type EndpointKey, lockEndpoint } from './endpoint.ts'
import { requireEnabled } from './test-endpoint.ts'

const BATCH = 5_000

/** Sends one event again, even if it was received before. It keeps its id, so receivers can recognise it. */
export async function resendEvent(
  db: Db | Tx,
  { eventId, ...key }: EndpointKey & { eventId: EventId },
): Promise<number> {
  const { storeId, endpointId } = key
  return inStore(db, storeId, async (tx) => {
    requireEnabled(await lockEndpoint(tx, key))
    const event = await tx
      .selectFrom('events')
      .select('id')
      .where('store_id', '=', storeId)
      .where('id', '=', eventId)
      .executeTakeFirst()
    if (!event) throw new AppError('not_found', 'There is no such event. Events are kept for 30 days')
    await sql`
      insert into webhook_deliveries (store_id, event_id, endpoint_id, next_at)
      values (${storeId}, ${eventId}, ${endpointId}, now())
      on conflict (store_id, event_id, endpoint_id) do update set attempts = 0, next_at = now()`.execute(tx)
    await endPause(tx, key)
    return 1
  })
}

/** Sends all failed and abandoned events since the given time again, oldest first. */
export async function resendFailedEvents(
  db: Db | Tx,
  { since, ...key }: EndpointKey & { since: Date },
): Promise<number> {
  const { storeId, endpointId } = key
  let total = 0
  for (;;) {
    const { numAffectedRows = 0n } = await inStore(db, storeId, async (tx) => {
      requireEnabled(await lockEndpoint(tx, key))
      await endPause(tx, key)
      return sql`
        update webhook_deliveries set attempts = 0, next_at = now()
        where store_id = ${storeId} and endpoint_id = ${endpointId} and event_id in (
          select event_id from webhook_deliveries
          where store_id = ${storeId} and endpoint_id = ${endpointId} and created_at >= ${since}
            and (next_at is null or attempts > 0)
          order by position
          limit ${BATCH})`.execute(tx)
    })
    total += Number(numAffectedRows)
    if (numAffectedRows < BigInt(BATCH)) return total
  }
}

/** A caller who resends expects the receiver to work, so the next attempt is immediate. */
async function endPause(tx: Tx, { storeId, endpointId }: EndpointKey): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ paused_until: null })
    .where('store_id', '=', storeId)
    .where('id', '=', endpointId)
    .where('paused_until', 'is not', null)
    .execute()
}
