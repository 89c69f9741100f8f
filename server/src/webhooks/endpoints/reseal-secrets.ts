import { type Db, inStore, type ReaderDb } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Sealer } from '../../seal.ts'
import { type EndpointKey, openSecret, sealSecret } from './endpoint.ts'

/** Encrypts the secrets of every endpoint with the newest key, so that older keys can be removed. It can be repeated. */
export async function resealSecrets(
  app: Db,
  reader: ReaderDb,
  sealer: Sealer,
): Promise<{ resealed: number; current: number }> {
  const { keyId: newest } = sealer
  if (newest === undefined) throw new AppError('not_configured', 'SECRET_KEYS is not set. Set it to encrypt secrets')
  const endpoints = await reader
    .selectFrom('webhook_endpoints')
    .select(['store_id', 'id', 'secret_key_id', 'old_secret_key_id'])
    .execute()
  const old = endpoints.filter((endpoint) =>
    [endpoint.secret_key_id, endpoint.old_secret_key_id ?? newest].some((id) => id !== newest),
  )
  for (const { store_id: storeId, id } of old) await reseal(app, { storeId, endpointId: id, sealer })
  return { resealed: old.length, current: endpoints.length - old.length }
}

async function reseal(app: Db, { sealer, ...key }: EndpointKey & { sealer: Sealer }): Promise<void> {
  const again = (sealed: Buffer, keyId: string) => sealSecret(sealer, openSecret(sealer, { keyId, sealed }, key), key)
  await inStore(app, key.storeId, async (tx) => {
    const row = await tx
      .selectFrom('webhook_endpoints')
      .select(['secret', 'secret_key_id', 'old_secret', 'old_secret_key_id'])
      .where('store_id', '=', key.storeId)
      .where('id', '=', key.endpointId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) return
    const secret = again(row.secret, row.secret_key_id)
    const old =
      row.old_secret && row.old_secret_key_id !== null ? again(row.old_secret, row.old_secret_key_id) : undefined
    await tx
      .updateTable('webhook_endpoints')
      .set({
        secret: secret.sealed,
        secret_key_id: secret.keyId,
        ...(old && { old_secret: old.sealed, old_secret_key_id: old.keyId }),
      })
      .where('store_id', '=', key.storeId)
      .where('id', '=', key.endpointId)
      .execute()
  })
}
