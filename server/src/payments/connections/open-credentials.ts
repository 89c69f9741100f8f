import { type Db, inStore } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import type { StoreMode } from '../../stores/store.ts'
import type { Credentials, ProviderName } from '../provider.ts'
import { credentialsLabel } from './provider-connections.ts'

/** Throws if SECRET_KEYS does not have the key that sealed the credentials. */
export async function openCredentials(
  { db, sealer }: { db: Db; sealer: Sealer },
  { storeId, provider }: { storeId: StoreId; provider: ProviderName },
): Promise<{ credentials: Credentials; storeMode: StoreMode }> {
  const row = await inStore(db, storeId, (tx) =>
    tx
      .selectFrom('provider_connections as p')
      .innerJoin('stores as s', 's.id', 'p.store_id')
      .select(['p.key_id', 'p.sealed', 's.mode as storeMode'])
      .where('p.store_id', '=', storeId)
      .where('p.provider', '=', provider)
      .executeTakeFirst(),
  )
  if (!row) throw new AppError('not_found', `This store is not connected to ${provider}`)
  const text = sealer.open({ keyId: row.key_id, sealed: row.sealed }, credentialsLabel(storeId, provider))
  return { credentials: JSON.parse(text) as Credentials, storeMode: row.storeMode }
}
