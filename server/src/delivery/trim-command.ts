import type { Tx } from '../db/database.ts'
import type { CommandId, StoreId } from '../ids.ts'
import type { Terms } from './terms.ts'

/** Takes lines out of an element that nobody has seen yet. It keeps its id and its place in the queue. */
export async function trimCommand(
  tx: Tx,
  {
    storeId,
    id,
    lineNos,
    products,
    terms,
  }: { storeId: StoreId; id: CommandId; lineNos: number[]; products: string; terms: Terms },
): Promise<void> {
  await tx
    .updateTable('pending_commands')
    .set({ line_nos: lineNos, products, ...terms })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('offered_at', 'is', null)
    .execute()
}
