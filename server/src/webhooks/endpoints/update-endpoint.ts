import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { requireVersion } from '../../require-version.ts'
import { requireEventTypes } from './add-endpoint.ts'
import { type EndpointKey, lockEndpoint } from './endpoint.ts'

/** Changes the events that an endpoint receives; none means all. Pending events are still sent. */
export async function updateEndpoint(
  tx: Tx,
  { eventTypes, expectVersion, ...key }: EndpointKey & { eventTypes: string[]; expectVersion?: number },
): Promise<void> {
  const types = requireEventTypes(eventTypes)
  requireVersion(await lockEndpoint(tx, key), { what: 'webhook endpoint', expectVersion })
  await tx
    .updateTable('webhook_endpoints')
    .set({ event_types: types, version: sql<number>`version + 1` })
    .where('store_id', '=', key.storeId)
    .where('id', '=', key.endpointId)
    .execute()
}
