import { sql } from 'kysely'
import { moveToStore, type Tx } from '../db/database.ts'
import type { AccountId, StoreId } from '../ids.ts'
import { createStore, type NewStore } from '../stores/create-store.ts'
import { limitOfPlatform, quotaExceeded } from '../stores/limits.ts'
import { requireOpenAccount } from './require-open-account.ts'

/** Creates a store with an account as its owner. A store that the command line creates has no owner yet. */
export async function createOwnedStore(
  tx: Tx,
  { storeId, accountId, ...store }: Omit<NewStore, 'id'> & { storeId: StoreId; accountId: AccountId | null },
): Promise<void> {
  if (accountId !== null) {
    await requireRoomForStore(tx, accountId)
    await requireOpenAccount(tx, accountId)
  }
  await moveToStore(tx, storeId)
  await createStore(tx, { ...store, id: storeId })
  if (accountId !== null)
    await tx.insertInto('store_members').values({ store_id: storeId, account_id: accountId, role: 'owner' }).execute()
}

export async function requireRoomForStore(tx: Tx, accountId: AccountId): Promise<void> {
  const maximum = await limitOfPlatform(tx, 'stores')
  const { rows } = await sql<{ count: number }>`select count_owned_stores(${accountId}) as count`.execute(tx)
  if ((rows[0]?.count ?? 0) >= maximum) throw quotaExceeded(`An account can own ${maximum} stores`)
}
