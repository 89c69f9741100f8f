import { sql } from 'kysely'
import type { AccountsTx } from '../../db/database.ts'
import { type AccountId, newId, type SessionId } from '../../ids.ts'
import { hashSecretToken, newSecretToken } from '../../secret-token.ts'
import type { Origin } from '../account-parts.ts'

export const SESSION_PREFIX = 'qms_'
const MAX_ADDRESS_LENGTH = 64
const MAX_USER_AGENT_LENGTH = 300

export type NewSession = { sessionId: SessionId; accountId: AccountId; token: string; expiresAt: Date }

/** A session ends after two weeks without use, and after three months in any case. */
export const MAX_SESSION_DAYS = 90
export const EXPIRY = sql<Date>`least(created_at + make_interval(days => ${MAX_SESSION_DAYS}), now() + interval '14 days')`
const FIRST_EXPIRY = sql<Date>`now() + interval '14 days'`

/** Returns the token, which is stored only as a hash. */
export async function startSession(
  tx: AccountsTx,
  { accountId, address, userAgent }: Origin & { accountId: AccountId },
): Promise<NewSession> {
  const token = newSecretToken(SESSION_PREFIX)
  const sessionId = newId<SessionId>()
  const { expires_at: expiresAt } = await tx
    .insertInto('account_sessions')
    .values({
      id: sessionId,
      account_id: accountId,
      token_hash: hashSecretToken(token),
      expires_at: FIRST_EXPIRY,
      ended_at: null,
      address: printable(address, MAX_ADDRESS_LENGTH),
      agent: printable(userAgent, MAX_USER_AGENT_LENGTH),
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { sessionId, accountId, token, expiresAt }
}

/** Replaces characters that can't be displayed. */
function printable(input: string | null, maxLength: number): string | null {
  const text = (input ?? '').replaceAll(/[^\x20-\x7e]/g, '?').slice(0, maxLength)
  return text === '' ? null : text
}
