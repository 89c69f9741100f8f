import { sql } from 'kysely'
import type { AccountsDb } from '../../db/database.ts'
import type { AccountId, SessionId } from '../../ids.ts'

export type SessionShown = {
  id: SessionId
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
  address: string | null
  agent: string | null
}

/** Those that still open the account, the newest first. */
export async function listSessions(
  db: AccountsDb,
  { accountId, most, after }: { accountId: AccountId; most: number; after?: SessionId },
): Promise<SessionShown[]> {
  return db
    .selectFrom('account_sessions')
    .select([
      'id',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
      'expires_at as expiresAt',
      'address',
      'agent',
    ])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? null))
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}
