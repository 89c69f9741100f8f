import type { Tx } from '../db/database.ts'
import type { CommandId, StoreId } from '../ids.ts'

/** Takes lines out of an element that nobody has seen yet. It keeps its id and its place in the queue. */
export async function trimCommand(
  tx: Tx,
  { storeId, id, lineNos, products }: { storeId: StoreId; id: CommandId; lineNos: number[]; products: string },
): Promise<void> {
  await tx
    .updateTable('pending_commands')
    .set({ line_nos: lineNos, products })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('offered_at', 'is', null)
    .execute()
}
