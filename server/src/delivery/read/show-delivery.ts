import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { DeliveryId, StoreId } from '../../ids.ts'
import { type DeliveryRow, readDeliveries } from './read-deliveries.ts'

export type Attempt = {
  attempt: number
  outcome: 'failed' | 'uncertain'
  commands_run: number
  reason: string
  output: string | null
  reported_at: Date
}

/** One delivery with its failed and uncertain attempts. */
export async function showDelivery(
  db: Db | Tx,
  { storeId, deliveryId }: { storeId: StoreId; deliveryId: DeliveryId },
): Promise<DeliveryRow & { history: Attempt[] }> {
  return inStore(db, storeId, async (tx) => {
    const [delivery] = await readDeliveries(tx, { storeId, ids: [deliveryId] })
    if (!delivery) throw new AppError('not_found', 'This store has no such delivery')
    const { rows: history } = await sql<Attempt>`
      select attempt, outcome, commands_run, reason, output, reported_at from delivery_attempts
      where store_id = ${storeId} and delivery_id = ${deliveryId} order by attempt`.execute(tx)
    return { ...delivery, history }
  })
}
