import { type Db, inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { DeliveryId, StoreId } from '../../ids.ts'
import { moveToCancelled } from './move-to-cancelled.ts'

/** An operator takes an element out of the queue. Cancelling a cancelled one is a quiet success. */
export async function cancelDelivery(
  db: Db | Tx,
  { storeId, deliveryId }: { storeId: StoreId; deliveryId: DeliveryId },
): Promise<{ wasDispatched: boolean }> {
  return inStore(db, storeId, async (tx) => {
    await moveToCancelled(tx, { storeId, ids: [deliveryId], by: 'operator' })
    const command = await tx
      .selectFrom('delivery_ledger')
      .select(['state', 'dispatched_at'])
      .where('store_id', '=', storeId)
      .where('id', '=', deliveryId)
      .executeTakeFirst()
    if (!command) throw new AppError('not_found', 'No such command in this store')
    if (command.state === 'processed') {
      throw new AppError(
        'already_processed',
        'The game server has already run this command; refund the purchase to take it back',
      )
    }
    return { wasDispatched: command.dispatched_at !== null }
  })
}
