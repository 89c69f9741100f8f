import { sql } from 'kysely'
import type { AccountsDb } from '../../db/database.ts'
import type { AccountId, SessionId } from '../../ids.ts'

export type SessionDetails = {
  id: SessionId
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
  address: string | null
  userAgent: string | null
}

/** Active sessions, newest first. */
export async function listSessions(
  db: AccountsDb,
  { accountId, limit, after }: { accountId: AccountId; limit: number; after?: SessionId },
): Promise<SessionDetails[]> {
  return db
    .selectFrom('account_sessions')
    .select([
      'id',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
      'expires_at as expiresAt',
      'address',
      'agent as userAgent',
    ])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? null))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
