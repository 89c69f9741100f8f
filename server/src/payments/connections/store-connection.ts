import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import type { StoreMode } from '../../stores/store.ts'
import type { Credentials, ProviderName } from '../provider.ts'
import { credentialsLabel } from './provider-connections.ts'

/** Stores the credentials of a store at a provider, or replaces them. The database refuses a mode that is not the store's. */
export async function storeConnection(
  tx: Tx,
  {
    sealer,
    storeId,
    provider,
    mode,
    credentials,
  }: { sealer: Sealer; storeId: StoreId; provider: ProviderName; mode: StoreMode; credentials: Credentials },
): Promise<void> {
  const { keyId, sealed } = sealer.seal(JSON.stringify(credentials), credentialsLabel(storeId, provider))
  await sql`
    insert into provider_connections (store_id, provider, mode, key_id, sealed)
    values (${storeId}, ${provider}, ${mode}, ${keyId}, ${sealed})
    on conflict (store_id, provider)
      do update set mode = ${mode}, key_id = ${keyId}, sealed = ${sealed}, updated_at = now()`.execute(tx)
}
