import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../db/database.ts'
import { enqueueDeliveries } from '../delivery/queue/enqueue-deliveries.ts'
import { lockDefaultServer } from '../delivery/lock-default-server.ts'
import { AppError } from '../errors.ts'
import type { DeliveryId, StoreId } from '../ids.ts'
import { type RepeatableDelivery, readDueContent } from './read-due-content.ts'

type FinishedDelivery = RepeatableDelivery & { unit: number }

/** Enqueues a copy of a finished delivery, for example after a game server reported a delivery that it did not run. */
export async function resendDelivery(
  db: Db | Tx,
  { storeId, deliveryId }: { storeId: StoreId; deliveryId: DeliveryId },
): Promise<DeliveryId> {
  return inStore(db, storeId, async (tx) => {
    const delivery = await findFinished(tx, { storeId, deliveryId })
    const content = await readDueContent(tx, { storeId, delivery })
    const [id] = await enqueueDeliveries(tx, [
      {
        storeId,
        // A delivery that was cancelled before the store had a server goes to the default server of today.
        serverId: delivery.server_id ?? (await lockDefaultServer(tx, storeId)),
        checkoutId: delivery.checkout_id,
        gameUserId: delivery.game_user_id,
        deliveryType: delivery.delivery_type,
        unit: delivery.unit,
        resendOf: deliveryId,
        ...content,
      },
    ])
    if (id === undefined) throw new Error('no delivery was enqueued')
    return id
  })
}

async function findFinished(
  tx: Tx,
  { storeId, deliveryId }: { storeId: StoreId; deliveryId: DeliveryId },
): Promise<FinishedDelivery> {
  const finished = await tx
    .selectFrom('delivery_ledger')
    .select(['checkout_id', 'server_id', 'game_user_id', 'delivery_type', 'line_nos', 'unit', 'products'])
    .where('store_id', '=', storeId)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  if (!finished) {
    const { rows } = await sql`
      select from pending_deliveries where store_id = ${storeId} and id = ${deliveryId}`.execute(tx)
    if (rows.length > 0)
      throw new AppError('still_pending', 'This delivery is still in the queue, so it need not be resent')
    throw new AppError('not_found', 'No such delivery in this store')
  }
  // Serializes two resends, and a resend and a refund.
  await sql`
    select from checkouts where store_id = ${storeId} and id = ${finished.checkout_id} for no key update`.execute(tx)
  const { rows: waiting } = await sql`
    select from pending_deliveries where store_id = ${storeId} and checkout_id = ${finished.checkout_id} and resend_of = ${deliveryId}`.execute(
    tx,
  )
  if (waiting.length > 0)
    throw new AppError('still_pending', 'This delivery was already resent, and the copy is still in the queue')
  return finished
}
