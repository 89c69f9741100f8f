import type { ReaderDb, Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { EndpointId, StoreId } from '../../ids.ts'
import type { Sealed, Sealer } from '../../seal.ts'

export type DisabledReason = 'operator' | 'gone' | 'failing'

export type EndpointKey = { storeId: StoreId; endpointId: EndpointId }

/** The encrypted secret can only be decrypted for this endpoint. */
export function sealSecret(sealer: Sealer, secret: string, { endpointId }: EndpointKey): Sealed {
  return sealer.seal(secret, endpointLabel(endpointId))
}

export function openSecret(sealer: Sealer, sealed: Sealed, { endpointId }: EndpointKey): string {
  return sealer.open(sealed, endpointLabel(endpointId))
}

/** Binds an encrypted secret to its endpoint. */
export function endpointLabel(endpointId: EndpointId): string {
  return `webhook endpoint ${endpointId}`
}

/** Locks the endpoint until the transaction ends. Recording an event waits only for a deletion. */
export async function lockEndpoint(tx: Tx, { storeId, endpointId }: EndpointKey, purpose?: 'for deletion') {
  const endpoint = await tx
    .selectFrom('webhook_endpoints')
    .select(['url', 'secret', 'secret_key_id', 'failing_since', 'disabled_at', 'disabled_reason', 'version'])
    .where('store_id', '=', storeId)
    .where('id', '=', endpointId)
    .$call((query) => (purpose === 'for deletion' ? query.forUpdate() : query.forNoKeyUpdate()))
    .executeTakeFirst()
  if (!endpoint) throw new AppError('not_found', 'There is no such webhook endpoint')
  return endpoint
}

/** For the command line, where an endpoint is named by its id alone. */
export async function storeOfEndpoint(db: ReaderDb, endpointId: EndpointId): Promise<StoreId> {
  const endpoint = await db
    .selectFrom('webhook_endpoints')
    .select('store_id')
    .where('id', '=', endpointId)
    .executeTakeFirst()
  if (!endpoint) throw new AppError('not_found', 'There is no such webhook endpoint')
  return endpoint.store_id
}
