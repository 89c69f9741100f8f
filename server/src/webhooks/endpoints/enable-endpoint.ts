import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { abandonEvents } from './disable-endpoint.ts'
import { type EndpointKey, lockEndpoint } from './endpoint.ts'

/** The endpoint receives new events again. Missed events are sent only on request, because there may be many. */
export async function enableEndpoint(db: Db | Tx, key: EndpointKey): Promise<void> {
  await abandonEvents(db, key)
  await inStore(db, key.storeId, async (tx) => {
    const { disabled_at: disabledAt } = await lockEndpoint(tx, key)
    if (disabledAt === null) return
    await tx
      .updateTable('webhook_endpoints')
      .set({
        disabled_at: null,
        disabled_reason: null,
        failing_since: null,
        paused_until: null,
        version: sql<number>`version + 1`,
      })
      .where('store_id', '=', key.storeId)
      .where('id', '=', key.endpointId)
      .execute()
  })
}
