import { type Db, inStore, type ReaderDb } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Sealer } from '../../seal.ts'
import { credentialsLabel } from './provider-connections.ts'

export type Rotated = { resealed: number; current: number }

/** Seals every kept credential with the newest key, so that the older keys can be thrown away. Harmless to repeat. */
export async function rotateSecrets(app: Db, reader: ReaderDb, sealer: Sealer): Promise<Rotated> {
  if (sealer.keyId === undefined)
    throw new AppError('not_configured', 'There is no key to keep secrets with; set SECRET_KEYS')
  const accounts = await reader.selectFrom('provider_connections').select(['store_id', 'provider', 'key_id']).execute()
  const old = accounts.filter(({ key_id: keyId }) => keyId !== sealer.keyId)
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
  return { resealed: old.length, current: accounts.length - old.length }
}
