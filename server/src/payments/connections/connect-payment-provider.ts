import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { formatId, type StoreId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { credentialsLabel } from './provider-connections.ts'
import type { Credentials, Provider } from '../provider.ts'

/** Stores the credentials of a store at a provider, or replaces them. Malformed credentials are rejected. */
export async function connectPaymentProvider(
  db: Db | Tx,
  {
    sealer,
    storeId,
    provider,
    credentials,
  }: { sealer: Sealer; storeId: StoreId; provider: Provider; credentials: Credentials },
): Promise<void> {
  const known = new Set(provider.fields.map(({ name }) => name))
  const extra = Object.keys(credentials).find((name) => !known.has(name))
  if (extra !== undefined)
    throw new AppError(
      'invalid_request',
      `${provider.name} has no field "${extra}". Its fields are ${[...known].join(', ')}.`,
    )
  for (const { name, hint } of provider.fields) {
    if (!credentials[name]) throw new AppError('invalid_request', `The field "${name}" is missing: ${hint}`)
  }
  // Otherwise this store could create sandbox payments in another store.
  if (provider.name === 'sandbox' && credentials['store'] !== formatId('sto', storeId)) {
    throw new AppError(
      'invalid_request',
      'A test store can only use its own sandbox. Enter the id of this store in the field "store".',
    )
  }
  provider.connect(credentials)
  const { keyId, sealed } = sealer.seal(JSON.stringify(credentials), credentialsLabel(storeId, provider.name))

  await inStore(db, storeId, async (tx) => {
    const store = await tx.selectFrom('stores').select('mode').where('id', '=', storeId).executeTakeFirst()
    if (!store) throw new AppError('not_found', 'There is no such store')
    if (store.mode === 'live' && provider.name === 'sandbox') {
      throw new AppError(
        'test_store_only',
        'A live store cannot use the sandbox, because it takes play money. Create a test store with --test.',
      )
    }
    if (store.mode === 'test' && provider.name !== 'sandbox') {
      throw new AppError('live_store_only', 'A test store takes play money only. Connect the sandbox.')
    }
    await sql`
      insert into provider_connections (store_id, provider, key_id, sealed)
      values (${storeId}, ${provider.name}, ${keyId}, ${sealed})
      on conflict (store_id, provider) do update set key_id = ${keyId}, sealed = ${sealed}, updated_at = now()`.execute(
      tx,
    )
  })
}
