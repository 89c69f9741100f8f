import { type Db, inStore, type Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import type { StoreMode } from '../../stores/store.ts'
import type { ProviderName } from '../provider.ts'

/** The providers that a store is connected to, without the credentials. */
export async function listConnections(
  db: Db | Tx,
  storeId: StoreId,
): Promise<{ provider: ProviderName; mode: StoreMode | null; updatedAt: Date }[]> {
  const rows = await inStore(db, storeId, (tx) =>
    tx
      .selectFrom('provider_connections')
      .select(['provider', 'mode', 'updated_at'])
      .where('store_id', '=', storeId)
      .orderBy('provider')
      .execute(),
  )
  return rows.map((row) => ({ provider: row.provider, mode: row.mode, updatedAt: row.updated_at }))
}
