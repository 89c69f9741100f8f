import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { ApiTokenId, StoreId } from '../../ids.ts'

/** Newest first, including revoked and expired tokens. */
export async function listTokens(
  tx: Tx,
  { storeId, limit, after }: { storeId: StoreId; limit: number; after?: ApiTokenId },
) {
  let query = tx
    .selectFrom('api_tokens')
    .select([
      'id',
      'name',
      'hint',
      'scopes',
      'created_by',
      'created_at',
      'expires_at',
      'last_used_at',
      'last_used_from',
    ])
    .select('revoked_at')
    .select(sql<boolean>`revoked_at is null and (expires_at is null or expires_at > now())`.as('active'))
    .where('store_id', '=', storeId)
  if (after !== undefined) query = query.where('id', '<', after)
  return query.orderBy('id', 'desc').limit(limit).execute()
}
