import { sql } from 'kysely'
import type { AccountsTx } from '../../db/database.ts'
import { type AccountId, newId, type SessionId } from '../../ids.ts'
import { hashSecretToken, newSecretToken } from '../../secret-token.ts'
import type { Origin } from '../account-parts.ts'

export const SESSION_PREFIX = 'qms_'
const LONGEST_ADDRESS = 64
const LONGEST_AGENT = 300

export type NewSession = { sessionId: SessionId; accountId: AccountId; token: string; expiresAt: Date }

/** A session that is not used ends after two weeks, and every session after three months. */
export const LONGEST_SESSION_DAYS = 90
export const EXPIRY = sql<Date>`least(created_at + make_interval(days => ${LONGEST_SESSION_DAYS}), now() + interval '14 days')`
const FIRST_EXPIRY = sql<Date>`now() + interval '14 days'`

/** The token is shown once, here; only its hash is kept. */
export async function startSession(
  tx: AccountsTx,
  { accountId, address, agent }: Origin & { accountId: AccountId },
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
      address: readable(address, LONGEST_ADDRESS),
      agent: readable(agent, LONGEST_AGENT),
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { sessionId, accountId, token, expiresAt }
}

/** Whatever a browser or a proxy says, as text that can be kept and shown. */
function readable(said: string | null, most: number): string | null {
  const text = (said ?? '').replaceAll(/[^\x20-\x7e]/g, '?').slice(0, most)
  return text === '' ? null : text
}
