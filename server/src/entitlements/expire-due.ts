import { sql } from 'kysely'
import type { Db, ReaderDb } from '../db/database.ts'
import type { EntitlementId, StoreId } from '../ids.ts'
import { expireEntitlement } from './expire-entitlement.ts'

const BATCH = 500
const AT_ONCE = 4

/** Ends everything whose time is over, oldest first, in all stores. Any number of schedulers may run at once. */
export async function expireDue(app: Db, reader: ReaderDb): Promise<number> {
  let total = 0
  for (;;) {
    const { rows: due } = await sql<{ store_id: StoreId; id: EntitlementId }>`
      select store_id, id from entitlements
      where ended_at is null and until < 'infinity' and until <= now()
      order by until
      limit ${BATCH}`.execute(reader)
    const expired = await expireAll(app, due)
    total += expired
    // Fewer than a batch: that was all. None of a full one: others are at work on these, the next tick looks again.
    if (due.length < BATCH || expired === 0) return total
  }
}

async function expireAll(app: Db, due: { store_id: StoreId; id: EntitlementId }[]): Promise<number> {
  let expired = 0
  const queue = due.values()
  const worker = async () => {
    for (const { store_id: storeId, id } of queue) {
      if (await expireEntitlement(app, { storeId, id })) expired++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return expired
}
