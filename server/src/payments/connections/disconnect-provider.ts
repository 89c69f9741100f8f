import { type Db, inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import type { ProviderName } from '../provider.ts'

/** Forgets a store's credentials at a provider. What was sold stays; what is still open can no longer be asked about. */
export async function disconnectProviderCredentials(
  db: Db | Tx,
  { storeId, provider }: { storeId: StoreId; provider: ProviderName },
): Promise<void> {
  const { numDeletedRows } = await inStore(db, storeId, (tx) =>
    tx
      .deleteFrom('provider_connections')
      .where('store_id', '=', storeId)
      .where('provider', '=', provider)
      .executeTakeFirstOrThrow(),
  )
  if (numDeletedRows === 0n) throw new AppError('not_found', `This store is not connected to ${provider}`)
}
