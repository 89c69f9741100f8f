import { type Db, inStore, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { CommandId, StoreId } from '../ids.ts'
import { moveToCancelled } from './move-to-cancelled.ts'

/** An operator takes an element out of the queue. Cancelling a cancelled one is a quiet success. */
export async function cancelCommand(
  db: Db | Tx,
  { storeId, commandId }: { storeId: StoreId; commandId: CommandId },
): Promise<{ wasOffered: boolean }> {
  return inStore(db, storeId, async (tx) => {
    await moveToCancelled(tx, { storeId, ids: [commandId], by: 'operator' })
    const command = await tx
      .selectFrom('delivery_ledger')
      .select(['state', 'offered_at'])
      .where('store_id', '=', storeId)
      .where('id', '=', commandId)
      .executeTakeFirst()
    if (!command) throw new AppError('not_found', 'No such command in this store')
    if (command.state === 'processed') {
      throw new AppError(
        'already_processed',
        'The game server has already run this command; refund the purchase to take it back',
      )
    }
    return { wasOffered: command.offered_at !== null }
  })
}
