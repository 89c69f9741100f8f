import type { GatewayDb } from '../../db/database.ts'
import { chooseWindow } from './choose-window.ts'
import { listReady, type Poll, type ReadyDelivery } from './list-ready.ts'
import { WINDOW } from './select-deliveries.ts'

/** The part of a very long queue that this poll gets. The next poll continues where this one ended. */
export async function listWindow(db: GatewayDb, poll: Poll): Promise<ReadyDelivery[]> {
  const { storeId, serverId } = poll
  const [ready = []] = await listReady(db, [poll], { limit: null, contentBytes: 0 })
  const window = await db
    .selectFrom('poll_windows')
    .select('position')
    .where('store_id', '=', storeId)
    .where('server_id', '=', serverId)
    .executeTakeFirst()
  const { deliveries, cursor } = chooseWindow(ready, window?.position ?? 0, WINDOW)
  await db
    .insertInto('poll_windows')
    .values({ store_id: storeId, server_id: serverId, position: cursor })
    .onConflict((conflict) => conflict.columns(['store_id', 'server_id']).doUpdateSet({ position: cursor }))
    .execute()
  return deliveries
}
