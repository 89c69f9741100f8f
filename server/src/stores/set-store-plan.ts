import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import { requireText } from '../text.ts'
import { lockStore } from './lock-store.ts'
import { showStore, type StoreView } from './show-store.ts'

/** `expiresAt` is null for a plan without an end. A store with an expired plan can't sell, but deliveries go on. */
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
