import type { Tx } from '../../db/database.ts'
import type { DeliveryId, StoreId } from '../../ids.ts'
import { moveToLedger } from './move-to-ledger.ts'

/** Cancels pending deliveries. Returns those that were still in the queue. */
export async function moveToCancelled(
  tx: Tx,
  { storeId, ids, by }: { storeId: StoreId; ids: DeliveryId[]; by: 'refund' | 'operator' },
): Promise<DeliveryId[]> {
  const moves = ids.map((deliveryId) => ({ storeId, deliveryId }))
  const moved = await moveToLedger(tx, moves, { locked: 'wait', cancelledBy: by })
  return ids.filter((_, i) => moved[i] !== undefined)
}
