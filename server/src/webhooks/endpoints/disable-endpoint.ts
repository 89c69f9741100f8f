import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { formatId } from '../../ids.ts'
import { type DisabledReason, type EndpointKey, lockEndpoint } from './endpoint.ts'
import { recordEvent } from '../../events/record-event.ts'

const BATCH = 5_000

/** Disables an endpoint by hand. Its pending events can be resent later. Disabling it again has no effect. */
export async function disableEndpoint(db: Db | Tx, key: EndpointKey): Promise<void> {
  await inStore(db, key.storeId, async (tx) => {
    const { disabled_at: disabledAt } = await lockEndpoint(tx, key)
    if (disabledAt === null) await disableLocked(tx, { ...key, reason: 'operator' })
  })
  await abandonEvents(db, key)
}

/** Runs in a transaction that has locked the endpoint. If we disable it, the store's other endpoints receive an event. */
export async function disableLocked(
  tx: Tx,
  { storeId, endpointId, reason }: EndpointKey & { reason: DisabledReason },
): Promise<void> {
  const { url } = await tx
    .updateTable('webhook_endpoints')
    .set({ disabled_at: sql<Date>`now()`, disabled_reason: reason, version: sql<number>`version + 1` })
    .where('store_id', '=', storeId)
    .where('id', '=', endpointId)
    .returning('url')
    .executeTakeFirstOrThrow()
  if (reason === 'operator') return
  await recordEvent(tx, {
    storeId,
    type: 'endpoint.disabled',
    data: { storeId: formatId('sto', storeId), endpointId: formatId('whe', endpointId), url, reason },
  })
}

/** Marks the pending events of a disabled endpoint as abandoned, in batches. It can be repeated. */
export async function abandonEvents(db: Db | Tx, { storeId, endpointId }: EndpointKey): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await inStore(db, storeId, (tx) =>
      sql`
        update webhook_deliveries set next_at = null
        where store_id = ${storeId} and endpoint_id = ${endpointId} and next_at is not null
          and event_id in (
            select event_id from webhook_deliveries
            where store_id = ${storeId} and endpoint_id = ${endpointId} and next_at is not null
            limit ${BATCH})
          and exists (
            select from webhook_endpoints
            where store_id = ${storeId} and id = ${endpointId} and disabled_at is not null)`.execute(tx),
    )
    if (numAffectedRows < BigInt(BATCH)) return
  }
}
