import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { formatId } from '../../ids.ts'
import { type DisabledReason, type EndpointKey, lockEndpoint } from './endpoint.ts'
import { recordEvent } from '../../events/record-event.ts'

const BATCH = 5_000

/** The operator's switch. What waits stays, to be sent again; disabling what is disabled is a quiet success. */
export async function disableEndpoint(db: Db | Tx, key: EndpointKey): Promise<void> {
  await inStore(db, key.storeId, async (tx) => {
    const { disabled_at: disabledAt } = await lockEndpoint(tx, key)
    if (disabledAt === null) await disableInside(tx, { ...key, reason: 'operator' })
  })
  await giveUpWaiting(db, key)
}

/** Inside a transaction that holds the endpoint. What the store did not ask for, its other endpoints hear of. */
export async function disableInside(
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

/** Nothing waits at an endpoint that gets nothing. In parts, because a backlog may be long; harmless to repeat. */
export async function giveUpWaiting(db: Db | Tx, { storeId, endpointId }: EndpointKey): Promise<void> {
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
