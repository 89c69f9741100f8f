import { type Db, inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { DeliveryId, StoreId } from '../../ids.ts'
import { moveToCancelled } from './move-to-cancelled.ts'

/** Staff take a delivery out of the queue. Cancelling a cancelled delivery succeeds and changes nothing. */
export async function cancelDelivery(
  db: Db | Tx,
  { storeId, deliveryId }: { storeId: StoreId; deliveryId: DeliveryId },
): Promise<{ wasDispatched: boolean }> {
  return inStore(db, storeId, async (tx) => {
    await moveToCancelled(tx, { storeId, ids: [deliveryId], by: 'operator' })
    const delivery = await tx
      .selectFrom('delivery_ledger')
      .select(['state', 'dispatched_at'])
      .where('store_id', '=', storeId)
      .where('id', '=', deliveryId)
      .executeTakeFirst()
    if (!delivery) throw new AppError('not_found', 'This store has no such delivery')
    if (delivery.state === 'processed') {
      throw new AppError(
        'already_processed',
        'The game server has already run this delivery. Refund the checkout to revoke its products.',
      )
    }
    return { wasDispatched: delivery.dispatched_at !== null }
  })
}
