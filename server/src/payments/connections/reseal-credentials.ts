import { type Db, inStore, type ReaderDb } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Sealer } from '../../seal.ts'
import { credentialsLabel } from './provider-connections.ts'

/** Seals all stored credentials with the newest key, so that older keys can be removed. Safe to repeat. */
export async function resealCredentials(
  app: Db,
  reader: ReaderDb,
  sealer: Sealer,
): Promise<{ resealed: number; current: number }> {
  if (sealer.keyId === undefined)
    throw new AppError('not_configured', 'There is no key to seal secrets with. Set SECRET_KEYS.')
  const connections = await reader
    .selectFrom('provider_connections')
    .select(['store_id', 'provider', 'key_id'])
    .execute()
  const old = connections.filter(({ key_id: keyId }) => keyId !== sealer.keyId)
  for (const { store_id: storeId, provider } of old) {
    await inStore(app, storeId, async (tx) => {
      const row = await tx
        .selectFrom('provider_connections')
        .select(['key_id', 'sealed'])
        .where('store_id', '=', storeId)
        .where('provider', '=', provider)
        .forUpdate()
        .executeTakeFirst()
      if (!row || row.key_id === sealer.keyId) return
      const label = credentialsLabel(storeId, provider)
      const { keyId, sealed } = sealer.seal(sealer.open({ keyId: row.key_id, sealed: row.sealed }, label), label)
      await tx
        .updateTable('provider_connections')
        .set({ key_id: keyId, sealed })
        .where('store_id', '=', storeId)
        .where('provider', '=', provider)
        .execute()
    })
  }
  return { resealed: old.length, current: connections.length - old.length }
}
