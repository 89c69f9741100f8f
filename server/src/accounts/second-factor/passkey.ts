import type { AccountsDb } from '../../db/database.ts'
import type { AccountId, PasskeyId } from '../../ids.ts'

export type PasskeyDetails = {
  id: PasskeyId
  name: string
  backedUp: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

/** Oldest first. */
export async function listPasskeys(db: AccountsDb, accountId: AccountId): Promise<PasskeyDetails[]> {
  return db
    .selectFrom('account_passkeys')
    .select(['id', 'name', 'backed_up as backedUp', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
}

/** EdDSA, ES256 and RS256; every authenticator supports one of them. */
export const ALGORITHMS = [-8, -7, -257]

/** A passkey works only for the host that it was created for. */
export function relyingParty(publicUrl: string): { rpId: string; origin: string } {
  const url = new URL(publicUrl)
  return { rpId: url.hostname, origin: url.origin }
}
