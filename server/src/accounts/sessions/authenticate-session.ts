import { sql } from 'kysely'
import type { AccountsDb } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { AccountId, SessionId } from '../../ids.ts'
import { hashSecretToken, isSecretToken } from '../../secret-token.ts'
import { EXPIRY, SESSION_PREFIX } from './session.ts'

export type SignedIn = {
  sessionId: SessionId
  accountId: AccountId
  email: string
  name: string
  isOperator: boolean
  hasSecondFactor: boolean
  /** Authenticated within the last ten minutes. */
  isRecentlyAuthenticated: boolean
}

/** Returns undefined unless this is the token of an active session. A wrong checksum needs no query. */
export async function authenticateSession(db: AccountsDb, token: string): Promise<SignedIn | undefined> {
  if (!isSecretToken(SESSION_PREFIX, token)) return undefined
  const { rows } = await sql<SignedIn & { isStale: boolean }>`
    select s.id as "sessionId", a.id as "accountId", a.email, a.name, a.is_operator as "isOperator",
      a.totp_confirmed_at is not null as "hasSecondFactor", s.authenticated_at > now() - interval '10 minutes' as "isRecentlyAuthenticated",
      s.last_seen_at < now() - interval '1 minute' as "isStale"
    from account_sessions s join accounts a on a.id = s.account_id
    where s.token_hash = ${hashSecretToken(token)} and s.ended_at is null and s.expires_at > now() and a.closed_at is null`.execute(
    db,
  )
  const [found] = rows
  if (!found) return undefined
  const { isStale, ...signedIn } = found
  // Written at most once a minute, because a page sends several requests.
  if (isStale) await recordSeen(db, signedIn.sessionId)
  return signedIn
}

async function recordSeen(db: AccountsDb, sessionId: SessionId): Promise<void> {
  await sql`
    update account_sessions set last_seen_at = now(), expires_at = ${EXPIRY}
    where id = ${sessionId} and ended_at is null and last_seen_at < now() - interval '1 minute'`.execute(db)
}

/** For changes that would give a thief permanent access. */
export function requireRecentAuthentication({ isRecentlyAuthenticated }: SignedIn): void {
  if (isRecentlyAuthenticated) return
  throw new AppError(
    'reauthentication_required',
    'Enter your password again, or sign in again. This is valid for ten minutes',
  )
}
