import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { formatId, type StoreId } from '../../ids.ts'
import { requireSealingKey, type Sealer } from '../../seal.ts'
import { requireLine } from '../../text.ts'

/** The application of a store at a service that signs players in. */
export type IdentityClient = { clientId: string; clientSecret: string }
type ConnectionKey = { storeId: StoreId; provider: 'discord' }

export async function connectIdentityProvider(
  tx: Tx,
  { sealer, storeId, provider, ...client }: ConnectionKey & IdentityClient & { sealer: Sealer },
): Promise<void> {
  requireSealingKey(sealer)
  const clientId = requireLine('The client id', client.clientId, { max: 100 })
  const secret = requireLine('The client secret', client.clientSecret, { max: 500 })
  const { keyId, sealed } = sealer.seal(secret, connectionLabel({ storeId, provider }))
  await sql`
    insert into identity_connections (store_id, provider, client_id, key_id, sealed)
    values (${storeId}, ${provider}, ${clientId}, ${keyId}, ${sealed})
    on conflict (store_id, provider)
      do update set client_id = ${clientId}, key_id = ${keyId}, sealed = ${sealed}, updated_at = now()`.execute(tx)
}

export async function disconnectIdentityProvider(tx: Tx, { storeId, provider }: ConnectionKey): Promise<void> {
  const { rows } = await sql`
    delete from identity_connections where store_id = ${storeId} and provider = ${provider} returning 1 as one`.execute(
    tx,
  )
  if (rows.length === 0) throw new AppError('not_found', `This store is not connected to ${provider}`)
}

/** The id of the application is public: visitors see it in the address of the page. */
export async function findIdentityConnection(
  tx: Tx,
  { storeId, provider }: ConnectionKey,
): Promise<{ clientId: string; updatedAt: Date; keyId: string; sealed: Buffer } | undefined> {
  const { rows } = await sql<{ clientId: string; updatedAt: Date; keyId: string; sealed: Buffer }>`
    select client_id as "clientId", updated_at as "updatedAt", key_id as "keyId", sealed from identity_connections
    where store_id = ${storeId} and provider = ${provider}`.execute(tx)
  return rows[0]
}

/** Binds an encrypted secret to its store. */
export function connectionLabel({ storeId, provider }: ConnectionKey): string {
  return `identity ${formatId('sto', storeId)} ${provider}`
}
