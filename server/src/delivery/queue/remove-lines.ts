import type { Tx } from '../../db/database.ts'
import type { DeliveryId, StoreId } from '../../ids.ts'
import type { DeliveryConditions } from '../conditions.ts'

/** Takes lines out of an element that nobody has seen yet. It keeps its id and its place in the queue. */
export async function removeLines(
  tx: Tx,
  {
    storeId,
    id,
    lineNos,
    products,
    terms,
  }: { storeId: StoreId; id: DeliveryId; lineNos: number[]; products: string; terms: DeliveryConditions },
): Promise<void> {
  await tx
    .updateTable('pending_deliveries')
    .set({ line_nos: lineNos, products, ...terms })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('dispatched_at', 'is', null)
    .execute()
}
