import { sql } from 'kysely'
import type { ReaderDb } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { DeliveryId, StoreId } from '../../ids.ts'

/** The store of a delivery, for operators who name a delivery without its store. */
export async function storeOfDelivery(db: ReaderDb, deliveryId: DeliveryId): Promise<StoreId> {
  const { rows } = await sql<{ store_id: StoreId }>`
    select store_id from pending_deliveries where id = ${deliveryId}
    union all
    select store_id from delivery_ledger where id = ${deliveryId}`.execute(db)
  if (!rows[0])
    throw new AppError('not_found', 'There is no such delivery. `quartermaster delivery list --store <id>` lists them.')
  return rows[0].store_id
}
