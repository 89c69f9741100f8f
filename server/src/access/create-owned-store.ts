import { moveToStore, type Tx } from '../db/database.ts'
import type { AccountId, StoreId } from '../ids.ts'
import { createStore, type NewStore } from '../stores/create-store.ts'
import { requireOpenAccount } from './require-open-account.ts'

/** Creates a store with an account as its owner. A store that the command line creates has no owner yet. */
export async function createOwnedStore(
  tx: Tx,
  { storeId, accountId, ...store }: Omit<NewStore, 'id'> & { storeId: StoreId; accountId: AccountId | null },
): Promise<void> {
  if (accountId !== null) await requireOpenAccount(tx, accountId)
  await moveToStore(tx, storeId)
  await createStore(tx, { ...store, id: storeId })
  if (accountId !== null)
    await tx.insertInto('store_members').values({ store_id: storeId, account_id: accountId, role: 'owner' }).execute()
}
