import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import { requireText } from '../text.ts'
import { lockStore } from './lock-store.ts'
import { showStore, type StoreView } from './show-store.ts'

/** Which plan a store is on and when that ends; null: never. An ended one sells nothing, and goes on delivering. */
export async function setStorePlan(
  tx: Tx,
  {
    storeId,
    plan,
    expiresAt,
    expectVersion,
  }: { storeId: StoreId; plan: string; expiresAt: Date | null; expectVersion?: number },
): Promise<StoreView> {
  const name = requireText('The plan', plan, { max: 64 })
  await lockStore(tx, { storeId, expectVersion })
  await tx
    .updateTable('stores')
    .set({ plan: name, expires_at: expiresAt, version: sql<number>`version + 1` })
    .where('id', '=', storeId)
    .execute()
  return showStore(tx, storeId)
}
