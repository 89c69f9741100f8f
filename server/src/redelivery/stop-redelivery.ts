import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { RedeliveryId, StoreId } from '../ids.ts'
import { finishRedelivery } from './finish-redelivery.ts'
import type { RedeliveryState } from './redelivery.ts'

/** Enqueued deliveries stay in the queue. Stopping a finished redelivery succeeds and changes nothing. */
export async function stopRedelivery(
  tx: Tx,
  { storeId, redeliveryId }: { storeId: StoreId; redeliveryId: RedeliveryId },
): Promise<RedeliveryState> {
  const redelivery = await tx
    .selectFrom('redeliveries')
    .select('state')
    .where('store_id', '=', storeId)
    .where('id', '=', redeliveryId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!redelivery) throw new AppError('not_found', 'No such redelivery in this store')
  if (redelivery.state !== 'running') return redelivery.state
  await finishRedelivery(tx, { storeId, redeliveryId, as: 'stopped' })
  return 'stopped'
}
