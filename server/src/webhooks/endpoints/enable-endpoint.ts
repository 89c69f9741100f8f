import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { giveUpWaiting } from './disable-endpoint.ts'
import { type EndpointKey, lockEndpoint } from './endpoint.ts'

/** From now on it hears of what happens. What was missed is sent when somebody asks for it: there may be much of it. */
export async function enableEndpoint(db: Db | Tx, key: EndpointKey): Promise<void> {
  await giveUpWaiting(db, key)
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
