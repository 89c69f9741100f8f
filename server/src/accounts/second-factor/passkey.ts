import type { AccountsDb } from '../../db/database.ts'
import type { AccountId, PasskeyId } from '../../ids.ts'

export type PasskeyShown = { id: PasskeyId; name: string; backedUp: boolean; createdAt: Date; lastUsedAt: Date | null }

/** The oldest first. An account has few. */
export async function listPasskeys(db: AccountsDb, accountId: AccountId): Promise<PasskeyShown[]> {
  return db
    .selectFrom('account_passkeys')
    .select(['id', 'name', 'backed_up as backedUp', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
}

/** EdDSA, ES256 and RS256: every authenticator has one of them. */
export const ALGORITHMS = [-8, -7, -257]

/** A passkey belongs to the host it was made for, and answers nobody else. */
export function relyingParty(publicUrl: string): { rpId: string; origin: string } {
  const url = new URL(publicUrl)
  return { rpId: url.hostname, origin: url.origin }
}
