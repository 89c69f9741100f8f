import { sql } from 'kysely'
import type { ReaderDb } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { DeliveryId, StoreId } from '../../ids.ts'

/** Which store a command belongs to. For operators, who name a command by its id alone. */
export async function storeOfDelivery(db: ReaderDb, deliveryId: DeliveryId): Promise<StoreId> {
  const { rows } = await sql<{ store_id: StoreId }>`
    select store_id from pending_deliveries where id = ${deliveryId}
    union all
    select store_id from delivery_ledger where id = ${deliveryId}`.execute(db)
  if (!rows[0])
    throw new AppError('not_found', 'No such command; `quartermaster commands list --store <id>` shows them')
  return rows[0].store_id
}
