import type { Tx } from '../../db/database.ts'
import type { DeliveryId, StoreId } from '../../ids.ts'
import type { DeliveryConditions } from '../conditions.ts'

type Remaining = {
  storeId: StoreId
  id: DeliveryId
  lineNos: number[]
  products: string
  conditions: DeliveryConditions
}

/** Takes lines out of a delivery that was never dispatched. It keeps its id and its position in the queue. */
export async function removeLines(tx: Tx, { storeId, id, lineNos, products, conditions }: Remaining): Promise<void> {
  await tx
    .updateTable('pending_deliveries')
    .set({ line_nos: lineNos, products, ...conditions })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('dispatched_at', 'is', null)
    .execute()
}
