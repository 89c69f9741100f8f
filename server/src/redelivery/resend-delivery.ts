import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../db/database.ts'
import { enqueueDeliveries } from '../delivery/queue/enqueue-deliveries.ts'
import { lockDefaultServer } from '../delivery/lock-default-server.ts'
import { AppError } from '../errors.ts'
import type { DeliveryId, GameServerId, StoreId } from '../ids.ts'
import { type OwedDelivery, stillDue } from './still-due.ts'

type Finished = OwedDelivery & { server_id: GameServerId | null; unit: number }

/**
 * An operator queues a finished command once more, as a new element: after a wipe, or when a game server reported
 * what it had not done. Only what is still owed is given, and nothing is taken that a newer purchase grants.
 */
export async function resendDelivery(
  db: Db | Tx,
  { storeId, deliveryId }: { storeId: StoreId; deliveryId: DeliveryId },
): Promise<DeliveryId> {
  return inStore(db, storeId, async (tx) => {
    const command = await findFinished(tx, { storeId, deliveryId })
    const content = await stillDue(tx, { storeId, command })
    const [id] = await enqueueDeliveries(tx, [
      {
        storeId,
        // Cancelled before the store had a server: where it would go today.
        serverId: command.server_id ?? (await lockDefaultServer(tx, storeId)),
        checkoutId: command.checkout_id,
        gameUserId: command.game_user_id,
        deliveryType: command.delivery_type,
        unit: command.unit,
        resendOf: deliveryId,
        ...content,
      },
    ])
    if (id === undefined) throw new Error('nothing was queued')
    return id
  })
}

async function findFinished(
  tx: Tx,
  { storeId, deliveryId }: { storeId: StoreId; deliveryId: DeliveryId },
): Promise<Finished> {
  const finished = await tx
    .selectFrom('delivery_ledger')
    .select(['checkout_id', 'server_id', 'game_user_id', 'delivery_type', 'line_nos', 'unit', 'products'])
    .where('store_id', '=', storeId)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  if (!finished) {
    const { rows } = await sql`
      select from pending_deliveries where store_id = ${storeId} and id = ${deliveryId}`.execute(tx)
    if (rows.length > 0) throw new AppError('still_pending', 'This command is still waiting; it needs no second one')
    throw new AppError('not_found', 'No such command in this store')
  }
  // Two operators take turns here, and so do an operator and a refund.
  await sql`
    select from checkouts where store_id = ${storeId} and id = ${finished.checkout_id} for no key update`.execute(tx)
  const { rows: waiting } = await sql`
    select from pending_deliveries where store_id = ${storeId} and checkout_id = ${finished.checkout_id} and resend_of = ${deliveryId}`.execute(
    tx,
  )
  if (waiting.length > 0)
    throw new AppError('still_pending', 'This command was sent again already and is still waiting')
  return finished
}
