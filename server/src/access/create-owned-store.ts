import { moveToStore, type Tx } from '../db/database.ts'
import type { AccountId, StoreId } from '../ids.ts'
import { createStore, type NewStore } from '../stores/create-store.ts'
import { requireOpenAccount } from './require-open-account.ts'

/** A person opens a store and is its owner. */
export async function createOwnedStore(
  tx: Tx,
  { storeId, accountId, ...store }: Omit<NewStore, 'id'> & { storeId: StoreId; accountId: AccountId },
): Promise<void> {
  await requireOpenAccount(tx, accountId)
  await moveToStore(tx, storeId)
  await createStore(tx, { ...store, id: storeId })
  await tx.insertInto('store_members').values({ store_id: storeId, account_id: accountId, role: 'owner' }).execute()
}
