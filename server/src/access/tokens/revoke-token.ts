import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { ApiTokenId, StoreId } from '../../ids.ts'

/** Revoking a token twice has no further effect. */
export async function revokeToken(
  tx: Tx,
  { storeId, tokenId }: { storeId: StoreId; tokenId: ApiTokenId },
): Promise<void> {
  const { rows } = await sql`
    update api_tokens set revoked_at = coalesce(revoked_at, now())
    where store_id = ${storeId} and id = ${tokenId}
    returning id`.execute(tx)
  if (rows.length === 0) throw new AppError('not_found', 'No such token')
}
