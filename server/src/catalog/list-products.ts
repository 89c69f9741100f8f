import { type Db, inStore } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import { toDecimal } from '../money.ts'
import './product.ts'

/** The products of a store, oldest first. */
export async function listProducts(db: Db, storeId: StoreId) {
  return inStore(db, storeId, async (tx) => {
    const rows = await tx
      .selectFrom('products as p')
      .innerJoin('stores as s', 's.id', 'p.store_id')
      .select([
        'p.id',
        'p.name',
        'p.price_minor',
        'p.approve_commands',
        'p.refund_commands',
        'p.expire_commands',
        'p.duration_seconds',
        'p.rebuy',
        'p.needs_online',
        'p.delay_seconds',
        'p.free_slots',
        'p.repeatable',
        's.currency',
      ])
      .where('p.store_id', '=', storeId)
      .orderBy('p.id')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      price: toDecimal(row.price_minor, row.currency),
      currency: row.currency,
      commands: { approve: row.approve_commands, refund: row.refund_commands, expire: row.expire_commands },
      durationSeconds: row.duration_seconds,
      rebuy: row.rebuy,
      conditions: {
        needsOnline: row.needs_online,
        delaySeconds: row.delay_seconds,
        freeSlots: row.free_slots,
        repeatable: row.repeatable,
      },
    }))
  })
}
