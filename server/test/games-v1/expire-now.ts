import { expireDue } from '../../src/entitlements/expire-due.ts'
import type { StoreId } from '../../src/ids.ts'
import type { TestStore } from '../start-store.ts'

/** Lets the time of everything that a store's players hold be over, as if the clock had run on. */
export async function expireNow({ query, database }: TestStore, storeId: StoreId): Promise<void> {
  await query("update entitlements set until = now() - interval '1 second' where store_id = $1 and ended_at is null", [
    storeId,
  ])
  await expireDue(database.app, database.reader)
}
