import { type Db, inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import type { ProviderName } from '../provider.ts'

/** Deletes the credentials of a store at a provider. Open payments can no longer be reconciled. */
export async function disconnectPaymentProvider(
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
